/** @file The page of the bare window: React with an empty component. */
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { startPhases } from '../../src/shared/start-phases.ts';

function Empty() {
  useEffect(() => {
    performance.mark(startPhases.signInUsable);
  }, []);
  return createElement('main', null, 'Empty');
}

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');
createRoot(root).render(createElement(Empty));
