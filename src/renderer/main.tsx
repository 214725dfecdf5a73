/** @file The entry of the window. */
import './validation.ts';
import './first-topics.ts';
import './styles/index.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { replaceMessages } from '../shared/messages/index.ts';
import { App } from './app/App.tsx';
import { followActiveProfile } from './app/profiles/active-profile.ts';
import { loadCardWithProfiles } from './features/session/lazy-card.ts';
import { SignInScreen } from './features/session/SignInScreen.tsx';
import { installTrustedTypes } from './trusted-types.ts';

installTrustedTypes(window, window.location.origin);
followActiveProfile();
loadCardWithProfiles();

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root');
const reactRoot = createRoot(root);

function render(): void {
  reactRoot.render(
    <StrictMode>
      <App SignInScreen={SignInScreen} />
    </StrictMode>,
  );
}

// Not awaited at the top level: the bundler would move shared modules, and validation.ts would no longer run first.
if (new URLSearchParams(window.location.search).get('locale') === 'en-XA') {
  void import('../shared/messages/compiled/en-XA.ts').then(({ messages }) => {
    replaceMessages(messages);
    render();
  });
} else render();
