import { useEffect, useState } from 'react';
import { guardLeaving } from '../lib/leaving.ts';
import { Ask, prepareToAsk } from './ask.tsx';

interface DiscardQuestionProps {
  open: boolean;
  /** What would be lost, as it goes on after 'Your changes to': 'the prices', 'Vinyl'. */
  what: string;
  onDiscard: () => void;
  onKeep: () => void;
}

/** 'Discard changes?', naming what would be lost. */
export function DiscardQuestion({ open, what, onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <Ask open={open} title="Discard changes?" action="Discard changes" onCancel={onKeep} onConfirm={onDiscard}>
      Your changes to {what} have not been saved.
    </Ask>
  );
}

interface UnsavedProps {
  /** True while something typed would be lost. */
  dirty: boolean;
  /** As in `DiscardQuestion`. */
  what: string;
  /** Forgets what is typed; then the step that was asked about is taken. */
  onDiscard: () => void;
}

/**
 * While `dirty`, asks before another tab, section or page, the back button or a closed window takes away what is
 * typed. Forms with a save bar have it already; dialogs have their own.
 */
export function Unsaved({ dirty, what, onDiscard }: UnsavedProps) {
  const [go, setGo] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!dirty) return undefined;
    prepareToAsk();
    return guardLeaving((next) => setGo(() => next));
  }, [dirty]);
  return (
    <DiscardQuestion
      open={go !== null}
      what={what}
      onKeep={() => setGo(null)}
      onDiscard={() => {
        setGo(null);
        onDiscard();
        go?.();
      }}
    />
  );
}
