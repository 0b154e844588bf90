import { type SyntheticEvent, useRef, useState } from 'react';
import { DEFAULT_TERMS, DEPOSIT_TAG, fillTerms } from '#shared/features/company/default-terms.ts';
import { depositInTerms } from '#shared/features/estimates/deposit.rules.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useCompanyId } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { insertAt } from '../../lib/insert-at.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { toast } from '../../ui/toast.ts';
import { DiscardQuestion } from '../../ui/unsaved.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { TermsText } from '../estimates/terms-field.tsx';
import { useOwnDeposit } from '../payments/use-own-deposit.ts';
import './terms.css';
import { lengthText, termsFault } from './terms-form.rules.ts';

/** The total of the sample estimate whose deposit fills the placeholder, in cents. */
const SAMPLE_TOTAL = 300_000;
const WHAT = 'your terms';

const useSaveTerms = (stored: string, form: ReturnType<typeof useSettingsForm<{ text: string }>>) => {
  const utils = trpc.useUtils();
  const mutation = trpc.terms.update.useMutation({
    onSuccess: (saved, sent) => {
      utils.terms.get.setData(undefined, saved);
      form.saved({ sent: { text: sent.text }, stored: saved });
      toast.done('Terms and conditions saved successfully!');
    },
    onError: () => void utils.terms.get.invalidate(),
  });
  const problem = mutation.error ? problemOf(mutation.error) : null;
  return {
    saving: mutation.isPending,
    refused: problem?.fields['text'],
    problem: problem?.fields['text'] === undefined ? problem : null,
    clear: () => mutation.isError && mutation.reset(),
    save: (text: string) => !mutation.isPending && mutation.mutate({ text, was: stored }),
  };
};

/** The terms to be edited, and as a homeowner reads them. */
export function TermsEditor({ stored }: { stored: string }) {
  const form = useSettingsForm({ key: `terms:${useCompanyId()}`, stored: { text: stored } });
  const area = useRef<HTMLTextAreaElement>(null);
  const [mode, setMode] = useState<'edit' | 'preview'>('edit');
  const [watched, setWatched] = useState(false);
  const [resetting, setResetting] = useState(false);
  const { save, saving, refused, problem, clear } = useSaveTerms(stored, form);
  const { text } = form.values;
  const fault = termsFault(text);
  const ownDeposit = useOwnDeposit();
  const deposit = ownDeposit && depositInTerms(SAMPLE_TOTAL, ownDeposit);

  const type = (next: string) => {
    clear();
    form.type({ text: next });
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setWatched(true);
    if (fault === undefined) return save(text);
    setMode('edit');
    requestAnimationFrame(() => area.current?.focus());
    return undefined;
  };
  const insertDeposit = () => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const inserted = insertAt(text, DEPOSIT_TAG, selectionStart, selectionEnd);
    type(inserted.text);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(inserted.caret, inserted.caret);
    });
  };
  const backToDefault = () => {
    setResetting(false);
    type(DEFAULT_TERMS);
  };
  return (
    <form className="stack max-w-[680px]" noValidate onSubmit={submit} aria-labelledby="terms-title">
      <div className="row between flex-wrap">
        <h2 id="terms-title">Terms and conditions</h2>
        <Segmented
          label="Terms and conditions"
          value={mode}
          onChange={setMode}
          options={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </div>
      <p className="muted">Shown on every estimate you send from now on. Estimates already sent keep their terms.</p>
      <FormProblem problem={problem} />
      {form.newer.length > 0 && <NewerNote what="This text" onTake={() => form.reset()} />}
      {mode === 'edit' ? (
        <>
          <Field
            label={<span className="sr-only">Terms text</span>}
            error={refused ?? (watched ? fault : undefined)}
            hint={<span className="num">{lengthText(text)}</span>}
          >
            <Textarea
              ref={area}
              name="text"
              className="terms-text"
              value={text}
              onChange={(event) => type(event.target.value)}
              onBlur={() => setWatched(true)}
            />
          </Field>
          <div className="row flex-wrap">
            <Button onMouseDown={keepFocus} onClick={insertDeposit}>
              Insert {DEPOSIT_TAG}
            </Button>
            {text !== DEFAULT_TERMS && (
              <Button
                variant="quiet"
                onMouseDown={keepFocus}
                onClick={() => (form.dirty ? setResetting(true) : backToDefault())}
              >
                Reset to the default terms
              </Button>
            )}
          </div>
          <p className="sm muted">
            {DEPOSIT_TAG} becomes the deposit that applies to the estimate
            {deposit && `. By your payment settings, on ${formatCents(SAMPLE_TOTAL)}: “${deposit}”`}.
          </p>
        </>
      ) : (
        <>
          {deposit && fillTerms(text, '') !== text && (
            <p className="sm muted">
              The deposit is an example: your payment settings on an estimate of {formatCents(SAMPLE_TOTAL)}. Each
              estimate shows its own deposit, and a lower one where state law limits it.
            </p>
          )}
          <div className="card pad terms-preview">
            <TermsText text={text} deposit={deposit} />
          </div>
        </>
      )}
      <SaveBar
        dirty={form.dirty}
        what={WHAT}
        label="Save terms"
        saving={saving}
        onDiscard={() => {
          form.reset();
          clear();
          setWatched(false);
        }}
      />
      <DiscardQuestion open={resetting} what={WHAT} onKeep={() => setResetting(false)} onDiscard={backToDefault} />
    </form>
  );
}
