import { Component, type ReactNode } from 'react';
import { UNEXPECTED } from '#shared/primitives/app-error.ts';
import { Button } from './button.tsx';

/**
 * Shows a sentence and a button instead of a blank page. Used if rendering fails or a file from an older version no
 * longer exists.
 */
export class Crash extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="stack mx-auto max-w-[400px] px-4 py-16">
        <h1>{UNEXPECTED}</h1>
        <p className="muted">We couldn’t show this page. Your saved work is safe.</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Refresh the page
        </Button>
      </main>
    );
  }
}
