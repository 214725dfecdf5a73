/** @file Entry of the thread that parses one large JSON response. */
import { z } from 'zod';
import { parseBounded } from '../service/http/large-json.ts';
import { connectThread } from '../workers/parent.ts';
import { serveCalls } from '../workers/serve.ts';

serveCalls(connectThread(), async (body) => parseBounded(z.instanceof(Uint8Array).parse(body)));
