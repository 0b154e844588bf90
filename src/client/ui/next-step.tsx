import { CONFIRM_EMAIL, type Problem } from '../lib/errors.ts';
import { Link } from '../lib/router.tsx';
import { buttonClass } from './button.tsx';

/** A link that resolves the error if an email address must be confirmed first. Shows nothing for other errors. */
export function NextStep({ problem }: { problem: Problem | null | undefined }) {
  if (problem?.nextStep !== 'confirm_email') return null;
  return (
    <Link to={CONFIRM_EMAIL.to} keepsTyping className={buttonClass('default', 'justify-self-start')}>
      {CONFIRM_EMAIL.label}
    </Link>
  );
}
