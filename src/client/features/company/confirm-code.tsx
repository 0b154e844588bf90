import { type ReactNode, useId } from 'react';
import type { Proof } from '#shared/features/trust/confirm.schema.ts';
import type { Problem } from '../../lib/errors.ts';
import { Button } from '../../ui/button.tsx';
import '../auth/auth.css';
import { CodeField } from '../auth/code-field.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import './confirm-code.css';
import { useConfirm } from './use-confirm.ts';

const WORDS: Record<Proof, { confirm: string; hint: string }> = {
  email: { confirm: 'Confirm email', hint: 'The code works for 10 minutes. Didn’t get it? Check your spam folder.' },
  notifyPhone: {
    confirm: 'Confirm phone',
    hint: 'The code works for 10 minutes. Didn’t get it? Check that this number can get texts.',
  },
};

/** Cancels an unconfirmed change. Missing for the current email address, because there's nothing to cancel. */
export interface Cancel {
  working: boolean;
  problem: Problem | null;
  cancel: () => void;
}

interface ConfirmCodeProps {
  what: Proof;
  /** The email address or phone number that the code was sent to, formatted for display. */
  to: string;
  /**
   * When the text with the code will be sent, formatted for display. Set only if the text can't be sent until texting
   * hours begin.
   */
  waits?: string | undefined;
  /** Whether to focus the field. True if the code was just requested. */
  autoFocus: boolean;
  /** Whether the confirm button is the primary one. False while a save bar has the primary button. */
  primary: boolean;
  cancel?: Cancel | undefined;
  /** Says which value stays in effect until the new value is confirmed. */
  children?: ReactNode;
}

/**
 * Asks for the code that confirms a new email address or phone number, beside its field. It isn't a form element,
 * because it's inside another form.
 */
export function ConfirmCode({ what, to, waits, autoFocus, primary, cancel, children }: ConfirmCodeProps) {
  const title = useId();
  const { code, again, confirming, error, problem, type, submit } = useConfirm(what);
  const { confirm, hint } = WORDS[what];
  const target = <b className={what === 'email' ? undefined : 'whitespace-nowrap'}>{to}</b>;
  return (
    <div className="confirm-code" id={`confirm-${what}`} role="group" aria-labelledby={title}>
      <div className="stack-s">
        <p id={title}>
          {waits === undefined ? (
            <>Enter the six-digit code we sent to {target}.</>
          ) : (
            <>
              We’ll text a six-digit code to {target} {waits}, when we’re allowed to text that number.
            </>
          )}
        </p>
        {children}
      </div>
      <FormProblem problem={problem ?? cancel?.problem ?? null} />
      {waits === undefined && (
        <CodeField
          name={`${what}-code`}
          value={code}
          error={error}
          hint={hint}
          autoFocus={autoFocus}
          onBlur={() => undefined}
          onCode={type}
          onWhole={submit}
          onEnter={submit}
        />
      )}
      <div className="confirm-acts">
        {waits === undefined && (
          <>
            <Button
              variant={primary ? 'primary' : 'default'}
              working={confirming}
              workingText="Confirming..."
              onClick={() => submit()}
            >
              {confirm}
            </Button>
            <Button variant="quiet" working={again.sending} workingText="Sending..." onClick={again.send}>
              Send a new code
            </Button>
          </>
        )}
        {cancel && (
          <Button variant="quiet" working={cancel.working} workingText="Canceling..." onClick={cancel.cancel}>
            Cancel change
          </Button>
        )}
      </div>
    </div>
  );
}
