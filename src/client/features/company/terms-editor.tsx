import { useRef, useState } from 'react';
import {
  DEFAULT_TERMS,
  DEPOSIT_TAG,
  fillTerms,
  findUnknownPlaceholders,
} from '#shared/features/company/default-terms.ts';
import { DEFAULT_TERMS_ES } from '#shared/features/company/default-terms.es.ts';
import type { Language } from '#shared/primitives/language.ts';
import { depositInTerms } from '#shared/features/estimates/deposit.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { formatCents } from '#shared/primitives/cents.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { insertAt } from '../../lib/insert-at.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { toast } from '../../ui/toast.ts';
import { DiscardQuestion } from '../../ui/unsaved.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { TermsText } from '../estimates/terms-field.tsx';
import { useOwnDeposit } from '../payments/use-own-deposit.ts';
import './terms.css';

/** Same limit as on the server (`estimates.schema.ts`). It's repeated here to avoid importing zod. */
export const MAX_TERMS = 20_000;

/**
 * Returns the error in the terms, if any, as a sentence that says how to fix it. The rules are the same as in
 * `termsUpdateInput`.
 */
const termsFaults = ({ text }: { text: string }): FieldErrors => {
  const { length } = text.trim();
  if (length === 0) return { text: 'Write the terms, or keep the default ones' };
  if (length > MAX_TERMS) return { text: `Use at most ${MAX_TERMS.toLocaleString('en-US')} characters` };
  const [unknown] = findUnknownPlaceholders(text);
  return unknown ? { text: `Unknown tag: ${unknown}. Use ${DEPOSIT_TAG}` } : {};
};

/** Returns text such as '3,210 of 20,000 characters'. */
const lengthText = (text: string): string =>
  `${text.trim().length.toLocaleString('en-US')} of ${MAX_TERMS.toLocaleString('en-US')} characters`;

/** The sample estimate's total in cents, for the deposit placeholder. */
const SAMPLE_TOTAL = 300_000;
const WHAT = 'your terms';

const textIn = (language: Language, terms: { text: string; spanish: string }): string =>
  language === 'es' ? terms.spanish : terms.text;

const useSaveTerms = (
  language: Language,
  stored: string,
  form: ReturnType<typeof useSettingsForm<{ text: string }>>,
) => {
  const utils = trpc.useUtils();
  const mutation = trpc.terms.update.useMutation({
    onSuccess: (saved, sent) => {
      utils.terms.get.setData(undefined, saved);
      form.saved({ sent: { text: sent.text }, stored: { text: textIn(language, saved) } });
      toast.done('Terms and conditions saved successfully!');
    },
    onError: () => void utils.terms.get.invalidate(),
  });
  return {
    call: mutation,
    save: ({ text }: { text: string }) =>
      mutation.mutate({ text, was: stored, ...(language === 'es' && { language }) }),
  };
};

export type TermsMode = 'edit' | 'preview';

interface TermsEditorProps {
  stored: string;
  language: Language;
  mode: TermsMode;
  /** Called to switch from the preview to editing, so that an error in the terms can be fixed. */
  onEdit: () => void;
}

/** Edits the terms in one language, or previews them as a homeowner sees them. */
export function TermsEditor({ stored, language, mode, onEdit }: TermsEditorProps) {
  const kept = useSettingsForm({
    key: `terms:${language === 'es' ? 'es:' : ''}${useCompanyId()}`,
    stored: { text: stored },
  });
  const area = useRef<HTMLTextAreaElement>(null);
  const [resetting, setResetting] = useState(false);
  const { save, call } = useSaveTerms(language, stored, kept);
  const { text } = kept.values;
  const { form, field, errors, failure, working, change, clear } = useForm({
    values: kept.values,
    type: kept.type,
    rules: termsFaults,
    submit: save,
    call,
    checksEmpty: true,
    reveal: () => {
      onEdit();
      return undefined;
    },
  });
  const standard = language === 'es' ? DEFAULT_TERMS_ES : DEFAULT_TERMS;
  const ownDeposit = useOwnDeposit();
  const deposit = ownDeposit && depositInTerms(SAMPLE_TOTAL, ownDeposit, language);

  const insertDeposit = () => {
    const { selectionStart = text.length, selectionEnd = text.length } = area.current ?? {};
    const inserted = insertAt(text, DEPOSIT_TAG, selectionStart, selectionEnd);
    change('text', inserted.text);
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(inserted.caret, inserted.caret);
    });
  };
  const backToDefault = () => {
    setResetting(false);
    change('text', standard);
  };
  return (
    <form {...form} className="stack max-w-[680px]" aria-labelledby="terms-title">
      <p className="muted">Shown on every estimate you send from now on. Estimates already sent keep their terms.</p>
      <FormProblem problem={failure} />
      {kept.newer.length > 0 && <NewerNote what="This text" onTake={() => kept.reset()} />}
      {mode === 'edit' ? (
        <>
          <Field
            label={<span className="sr-only">Terms text</span>}
            error={errors['text']}
            hint={<span className="num">{lengthText(text)}</span>}
          >
            <Textarea {...field('text')} ref={area} lang={language} className="terms-text" />
          </Field>
          <div className="row flex-wrap">
            <Button onMouseDown={keepFocus} onClick={insertDeposit}>
              Insert deposit
            </Button>
            {text !== standard && (
              <Button
                variant="quiet"
                onMouseDown={keepFocus}
                onClick={() => (kept.dirty ? setResetting(true) : backToDefault())}
              >
                Reset to the default terms
              </Button>
            )}
          </div>
          <p className="sm muted">
            {DEPOSIT_TAG} is replaced with the estimate’s deposit
            {deposit
              ? `. For an estimate of ${formatCents(SAMPLE_TOTAL)} with your payment settings: “${deposit}.”`
              : '.'}
          </p>
        </>
      ) : (
        <>
          <div className="card pad terms-preview">
            <TermsText text={text} deposit={deposit} language={language} />
          </div>
          {deposit && fillTerms(text, '') !== text && (
            <p className="sm muted">
              The deposit shown is an example for an estimate of {formatCents(SAMPLE_TOTAL)} with your payment settings.
              Each estimate shows its own deposit, which is lower if state law limits it.
            </p>
          )}
        </>
      )}
      <SaveBar
        dirty={kept.dirty}
        what={WHAT}
        label="Save terms"
        saving={working}
        onDiscard={() => {
          kept.reset();
          clear();
        }}
      />
      <DiscardQuestion open={resetting} what={WHAT} onKeep={() => setResetting(false)} onDiscard={backToDefault} />
    </form>
  );
}
