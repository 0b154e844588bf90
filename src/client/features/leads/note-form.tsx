import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { problemOf, sayFailed } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { draft } from '../../lib/draft.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';

/** The note added when a lead was answered elsewhere. */
export const ANSWERED = 'Answered';

/**
 * Adds a note, which appears in the timeline once it's stored. With `atField`, the form shows the note's validation
 * errors.
 */
export const useAddNote = (leadId: string) => {
  const utils = trpc.useUtils();
  const add = trpc.leads.addNote.useMutation();
  return {
    add,
    working: add.isPending,
    addNote: (text: string, { onAdded, atField = false }: { onAdded?: () => void; atField?: boolean } = {}) => {
      if (add.isPending) return;
      add.mutate(
        { leadId, text },
        {
          onSuccess: () => {
            onAdded?.();
            void utils.leads.invalidate();
          },
          onError: (error) => {
            if (!atField || !problemOf(error).fields['text']) sayFailed('We couldn’t add the note', error);
          },
        },
      );
    },
  };
};

const noteFaults = ({ text }: { text: string }): FieldErrors =>
  text.trim() === '' ? { text: 'Write a note, such as “Called, wants Saturday”' } : {};

const keyOf = (leadId: string): string => `note:${leadId}`;

/** Whether this browser tab has an unsaved note. */
export const hasUnsavedNote = (leadId: string): boolean => Boolean(draft.find(keyOf(leadId)));

/**
 * A form for the contractor's notes. The typed text is stored in this browser tab. The form's height is fixed, so that
 * nothing below it moves.
 */
export function NoteForm({ leadId, autoFocus }: { leadId: string; autoFocus: boolean }) {
  const { text, type, forget } = useKeptText(keyOf(leadId), '');
  const { add, working, addNote } = useAddNote(leadId);
  const empty = () => {
    type('');
    forget();
  };
  const { form, field, errors, send } = useForm({
    values: { text },
    type: (change) => type(change.text ?? text),
    rules: noteFaults,
    submit: (note) => addNote(note.text, { onAdded: empty, atField: true }),
    call: add,
  });
  return (
    <form {...form} className="stack gap-2">
      <Field label="Note" hint="Only your company sees this note." error={errors['text']}>
        <Textarea
          {...field('text')}
          className="note-text"
          rows={2}
          autoFocus={autoFocus}
          // With the hint and the button, which a phone's bottom bar would hide.
          onFocus={(event) => event.currentTarget.form?.scrollIntoView({ block: 'nearest' })}
          placeholder="Anything you want to remember"
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
          }}
        />
      </Field>
      <Button type="submit" className="justify-self-start" working={working} workingText="Adding...">
        Add note
      </Button>
    </form>
  );
}
