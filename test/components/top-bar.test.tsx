import { expect, onTestFinished, test } from 'vitest';
import { BareBar } from '../../src/renderer/app/frame/BareBar.tsx';
import { render } from './render.tsx';

test.each([
  ['on the left of Linux', 'linux', '96px'],
  ['of macOS, whose room is that of the mark', 'mac', '0px'],
])('the top bar leaves room for window buttons %s', (_, platform, room) => {
  const { style, dataset } = document.documentElement;
  dataset['platform'] = platform;
  style.setProperty('--caption-left', '96px');
  onTestFinished(() => {
    delete dataset['platform'];
    style.removeProperty('--caption-left');
  });
  render(<BareBar />);
  expect(getComputedStyle(document.getElementsByTagName('header')[0] ?? document.body).paddingLeft).toBe(
    room,
  );
});
