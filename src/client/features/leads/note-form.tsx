import { useState } from 'react';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

/** The note that says that the homeowner's words were answered elsewhere. */
export const ANSWERED = 'Answered';

/** Writes a note on the timeline; it shows when it is stored. */
export const useAddNote = (leadId: string) => {
  const utils = trpc.useUtils();
  const add = trpc.leads.addNote.useMutation();
  return {
    working: add.isPending,
    addNote: (
      text: string,
      { onAdded, onRefused }: { onAdded?: () => void; onRefused?: (why: string) => void } = {},
    ) => {
      if (add.isPending) return;
      add.mutate(
        { leadId, text },
        {
          onSuccess: () => {
            onAdded?.();
            void utils.leads.invalidate();
          },
          onError: (error) => {
            const why = problemOf(error).fields['text'];
            if (why && onRefused) onRefused(why);
            else sayFailed('Failed to add the note.', error);
          },
        },
      );
    },
  };
};

/** A note of the contractor's; what is typed is kept for this tab. As high empty as filled: nothing below it moves. */
export function NoteForm({ leadId }: { leadId: string }) {
  const { text, type, forget } = useKeptText(`note:${leadId}`, '');
  const [problem, setProblem] = useState<string>();
  const { working, addNote } = useAddNote(leadId);
  const clear = () => {
    type('');
    forget();
  };
  const submit = () => {
    if (text.trim() === '') return setProblem('Write a note, such as ‘Called, wants Saturday’');
    setProblem(undefined);
    addNote(text, { onAdded: clear, onRefused: setProblem });
  };
  return (
    <form
      className="stack gap-2"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Field label="Note" error={problem}>
        <Textarea
          className="note-text"
          rows={2}
          placeholder="Anything you want to remember"
          value={text}
          onChange={(event) => {
            type(event.target.value);
            setProblem(undefined);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit();
          }}
        />
      </Field>
      <Button type="submit" className="justify-self-start" working={working} workingText="Adding...">
        Add Note
      </Button>
    </form>
  );
}
