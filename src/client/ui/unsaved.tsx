import { useEffect, useState } from 'react';
import { guardLeaving } from '../lib/leaving.ts';
import { Ask, prepareToAsk } from './ask.tsx';

interface DiscardQuestionProps {
  open: boolean;
  /** What the unsaved changes apply to. It completes 'Your changes to …': 'the prices', 'Vinyl'. */
  what: string;
  onDiscard: () => void;
  onKeep: () => void;
}

/** Asks 'Discard changes?' and names what would be lost. */
export function DiscardQuestion({ open, what, onDiscard, onKeep }: DiscardQuestionProps) {
  return (
    <Ask open={open} title="Discard changes?" action="Discard changes" onCancel={onKeep} onConfirm={onDiscard}>
      Your changes to {what} haven’t been saved.
    </Ask>
  );
}

interface UnsavedProps {
  /** True while leaving would lose typed values. */
  dirty: boolean;
  /** As in `DiscardQuestion`. */
  what: string;
  /** Discards the typed values. The navigation continues afterward. */
  onDiscard: () => void;
}

/**
 * Asks for confirmation before typed values are lost. It asks while `dirty` is true and the user goes to another tab,
 * section or page, goes back, or closes the window. Save bars already include this component. Dialogs have their own
 * confirmation.
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
