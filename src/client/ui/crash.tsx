import { Component, type ReactNode } from 'react';
import { UNEXPECTED } from '#shared/primitives/app-error.ts';
import { Button } from './button.tsx';

/** Where a page breaks (or a file of an older version is gone), a sentence and a way on instead of a blank page. */
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
        <p className="muted">This page could not be shown. What you saved is safe.</p>
        <Button variant="primary" onClick={() => location.reload()}>
          Load the page again
        </Button>
      </main>
    );
  }
}
