import { useState } from 'react';
import { DEPOSIT_TAG, fillTerms } from '#shared/features/company/default-terms.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { Segmented } from '../../ui/segmented.tsx';

/** The terms as the homeowner sees them. A line that starts with a number is a heading. */
export function TermsText({ text, deposit }: { text: string; deposit: string | undefined }) {
  const filled = fillTerms(text, deposit ?? 'the agreed amount');
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
  error: string | undefined;
  onChange: (text: string) => void;
  onBlur: () => void;
  /** The deposit in words, for the preview. Undefined if there's no price yet. */
  deposit: string | undefined;
}

/** This estimate's terms, either as a preview or in an editor. Editing doesn't change the company's default terms. */
export function TermsField({ value, error, onChange, onBlur, deposit }: TermsFieldProps) {
  const [mode, setMode] = useState<'edit' | 'preview'>('preview');
  const [all, setAll] = useState(false);
  const editing = mode === 'edit' || error !== undefined;
  return (
    <div className="field">
      <div className="row between">
        <span className="label est-terms-label">Terms and conditions</span>
        <Segmented
          label="Terms and conditions"
          value={editing ? 'edit' : 'preview'}
          onChange={setMode}
          options={[
            { value: 'edit', label: 'Edit' },
            { value: 'preview', label: 'Preview' },
          ]}
        />
      </div>
      {editing ? (
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
      ) : (
        <div className="stack-s justify-items-start">
          <div className={all ? 'est-terms sm muted' : 'est-terms est-terms-cut sm muted'}>
            <TermsText text={value} deposit={deposit} />
          </div>
          <Button variant="quiet" className="est-terms-more" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? 'Show less' : 'Show all terms'}
          </Button>
        </div>
      )}
    </div>
  );
}
