/** @file Makes the host's Electron ready, for tests of what the program does then. */
import { app } from './electron/app.ts';

app.becomeReady();
