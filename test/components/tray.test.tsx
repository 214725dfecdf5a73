import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Feature, TrayJob } from '../../src/renderer/app/feature.ts';
import { useFeatureRegistry } from '../../src/renderer/app/feature-registry.ts';
import { createLazyComponent } from '../../src/renderer/app/lazy-component.tsx';
import { Tray } from '../../src/renderer/app/tray/Tray.tsx';
import { installBridge } from './fake-bridge.ts';
import { render } from './render.tsx';

const feature: Feature = {
  route: 'documents',
  label: 'Documents',
  icon: 'up',
  Screen: createLazyComponent(async () => () => null),
};

function jobOf(label: string, summary: string, part: number): TrayJob {
  const progress = { part, whole: 100 };
  const onOpen = () => undefined;
  return { id: label, icon: 'up', label, summary, title: label, amount: '', progress, onOpen };
}

test.each([1280, 1000, 900, 720])(
  'labels of the strip are never cut in a window of %s pixels',
  async (width) => {
    installBridge({});
    await page.viewport(width, 600);
    const jobs = [
      jobOf('Batch 1,014', '63 %, 3 min left', 63),
      jobOf('Batch 1,015', '12 %, 47 min left', 12),
      jobOf('Statements', 'Downloading 3 statements', 40),
      jobOf('Proofs', '49 of 1,052', 5),
    ];
    useFeatureRegistry.setState({
      documents: { tray: { jobs }, commands: [], fileDropHandler: null },
    });
    render(
      <Tray
        features={[feature]}
        session={{ state: 'signed-out', locked: false }}
        open={false}
        onOpenChange={() => undefined}
      />,
    );
    await expect.element(page.getByText('Batch 1,014')).toBeVisible();
    const strip = document.querySelector('[data-part="tray-jobs"]');
    const { bottom = 0, right = 0 } = strip?.getBoundingClientRect() ?? {};
    const labels = [...(strip?.querySelectorAll('b') ?? [])];
    const isVisible = (label: HTMLElement) => label.checkVisibility({ visibilityProperty: true });
    const shown = labels.filter(isVisible);
    for (const label of labels)
      expect(isVisible(label), label.innerText).toBe(label.getBoundingClientRect().top < bottom);
    expect(shown.length).toBeGreaterThan(0);
    expect(
      shown.filter(
        (label) => label.scrollWidth > label.clientWidth || label.getBoundingClientRect().right > right,
      ),
    ).toEqual([]);
  },
);
