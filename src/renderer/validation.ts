/**
 * @file Keeps zod from compiling its schemas to code: the window's content security policy blocks and reports each
 * attempt. The entry imports this file first, because the setting applies only to schemas created afterwards.
 */
import { config } from 'zod';

config({ jitless: true });
