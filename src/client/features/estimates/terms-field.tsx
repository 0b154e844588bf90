import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { DEPOSIT_TAG, fillTerms } from '#shared/features/company/default-terms.ts';
import type { Language } from '#shared/primitives/language.ts';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { keepFocus } from '../../ui/keep-focus.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { termsLine } from './estimate.words.ts';

/** Stands for the deposit while there's no price. */
const AGREED: Record<Language, string> = { en: 'the agreed amount', es: 'la cantidad acordada' };

interface TermsTextProps {
  text: string;
  /** The deposit in words, in the language of the terms. */
  deposit: string | undefined;
  language: Language;
}

/** The terms as the homeowner sees them. A line that starts with a number is a heading. */
export function TermsText({ text, deposit, language }: TermsTextProps) {
  const filled = fillTerms(text, deposit ?? AGREED[language]);
  if (filled.trim() === '') return <p className="muted">No terms.</p>;
  return filled.split('\n').map((line, index) =>
    /^\d+\.\s/.test(line) ? (
      <p key={index}>
        <b>{line}</b>
      </p>
    ) : (
      line.trim() !== '' && <p key={index}>{line}</p>
    ),
  );
}

interface TermsFieldProps {
  value: string;
  /** The terms that the estimate started with. */
  usual: string;
  error: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The deposit in words, for the preview. Undefined if there's no price yet. */
  deposit: string | undefined;
  /** The language of the terms, which is the homeowner's. */
  language: Language;
}

/**
 * This estimate's terms, folded to one line until they're read or edited. Editing doesn't change the company's default
 * terms.
 */
export function TermsField({ value, usual, error, onChange, onBlur, deposit, language }: TermsFieldProps) {
  const [mode, setMode] = useState<'edit' | 'preview' | ''>('');
  // An error opens the editor, which stays open while the error is being fixed.
  if (error !== undefined && mode !== 'edit') setMode('edit');
  const id = useId();
  return (
    <div className="field">
      <div className="row between">
        <span className="label est-terms-label">Terms and conditions</span>
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
      <button
        type="button"
        className="est-terms-line sm muted"
        aria-expanded={mode !== ''}
        aria-controls={id}
        onMouseDown={keepFocus}
        onClick={() => setMode(mode === '' ? 'preview' : '')}
      >
        <ChevronDown className={mode === '' ? 'i' : 'i rotate-180'} aria-hidden />
        <span className="cut">{mode === '' ? termsLine(value, usual) : 'Hide the terms'}</span>
      </button>
      <div id={id} hidden={mode === ''}>
        {mode === 'edit' && (
          <Field
            // The hint is shown above the long editor.
            className="[&>.hint]:-order-1"
            label={<span className="sr-only">Terms text</span>}
            error={error}
            hint={
              deposit !== undefined &&
              value.includes(DEPOSIT_TAG) && (
                <>
                  The tag <span className="est-tag">{DEPOSIT_TAG}</span> inserts “{deposit}”.
                </>
              )
            }
          >
            <Textarea
              name="terms"
              rows={10}
              value={value}
              onChange={(event) => onChange(event.target.value)}
              onBlur={onBlur}
            />
          </Field>
        )}
        {mode === 'preview' && (
          <div className="est-terms sm muted">
            <TermsText text={value} deposit={deposit} language={language} />
          </div>
        )}
      </div>
    </div>
  );
}
