/**
 * @file Subscribes to the topics of the first screen. The entry imports this file before React, so that main answers while
 * the modules of React are evaluated.
 */
import { mirrorStartTopics } from './bridge.ts';

mirrorStartTopics();
