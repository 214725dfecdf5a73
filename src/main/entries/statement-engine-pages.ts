/** @file Entry of the thread of the statement engine that searches PDFs. */
import { serveRequests } from '../statement-engine/process/serve-requests.ts';
import { createPageSearcher } from '../statement-engine/search/page-search.ts';
import { connectThread } from '../workers/parent.ts';

serveRequests(connectThread(), createPageSearcher());
