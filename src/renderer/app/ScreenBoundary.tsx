import { Component, type ReactNode } from 'react';
import { shellWords } from '../../shared/words/shell.ts';
import { Button } from '../components/Button.tsx';
import { Notice } from '../components/Notice.tsx';

/** Keeps a screen that fails from taking the window with it. What it shows names no error: main's log has it. */
export class ScreenBoundary extends Component<
  { readonly children: ReactNode },
  { readonly broken: boolean }
> {
  override state = { broken: false };

  static getDerivedStateFromError(): { readonly broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="center">
        <Notice
          tone="danger"
          title={shellWords.broken.title}
          spoken
          actions={
            <Button size="small" onPress={() => window.location.reload()}>
              {shellWords.broken.reload}
            </Button>
          }
        >
          {shellWords.broken.detail}
        </Notice>
      </div>
    );
  }
}
