import { Info } from 'lucide-react';
import { useState } from 'react';
import type { CompanyView } from '#shared/features/company/company.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import './confirm-code.css';
import { ConfirmCode } from './confirm-code.tsx';
import { useRequestCode } from './use-confirm.ts';

const useCancel = (inForce: string) => {
  const utils = trpc.useUtils();
  const update = trpc.company.update.useMutation({
    onSuccess: (company) => {
      utils.company.get.setData(undefined, company);
      toast.done('Email change canceled');
    },
  });
  return {
    working: update.isPending,
    problem: update.error ? problemOf(update.error) : null,
    cancel: () => update.mutate({ email: inForce }),
  };
};

interface NewAddressProps {
  email: string;
  pending: string;
  fresh: boolean;
  /** Whether something else must be done first. If so, the code is requested only when a button is pressed. */
  later: boolean;
  primary: boolean;
}

function NewAddress({ email, pending, fresh, later, primary }: NewAddressProps) {
  const [asked, setAsked] = useState(false);
  const cancel = useCancel(email);
  if (later && !fresh && !asked)
    return (
      <div className="note to-do" id="confirm-email">
        <Info className="i" aria-hidden />
        <p className="grow">
          <b>{pending}</b> isn’t confirmed yet. Until you confirm it, homeowners’ replies are sent to {email}.
        </p>
        <Button onClick={() => setAsked(true)}>Enter code</Button>
      </div>
    );
  return (
    <ConfirmCode what="email" to={pending} autoFocus={fresh || asked} primary={primary} cancel={cancel}>
      <p>Until you confirm it, homeowners’ replies are sent to {email}.</p>
    </ConfirmCode>
  );
}

const UNTIL = 'You can’t send estimates, messages or follow-ups until it’s confirmed.';

/** Shown if the current email address isn't confirmed. */
function AddressInForce({ email, primary }: { email: string; primary: boolean }) {
  const [asked, setAsked] = useState(false);
  const { sending, problem, send } = useRequestCode('email', () => setAsked(true));
  if (asked)
    return (
      <ConfirmCode what="email" to={email} autoFocus primary={primary}>
        <p>{UNTIL}</p>
      </ConfirmCode>
    );
  return (
    <div className="confirm-code" id="confirm-email">
      <p>
        <b>{email}</b> isn’t confirmed yet. {UNTIL}
      </p>
      <FormProblem problem={problem} />
      <Button className="justify-self-start" working={sending} workingText="Sending..." onClick={send}>
        Confirm this email address
      </Button>
    </div>
  );
}

interface ConfirmEmailProps {
  company: CompanyView;
  /** An email address that was saved but isn't confirmed yet. The contractor enters its code next. */
  fresh: string | null;
  /** Whether the button for submitting the code is the primary one. */
  primary: boolean;
}

/** Shown below the company's email field if an email address isn't confirmed. */
export function ConfirmEmail({ company, fresh, primary }: ConfirmEmailProps) {
  const { email, emailConfirmed, pendingEmail, postalAddress } = company;
  if (pendingEmail !== null)
    return (
      <NewAddress
        key={pendingEmail}
        email={email}
        pending={pendingEmail}
        fresh={pendingEmail === fresh}
        later={emailConfirmed && !postalAddress}
        primary={primary}
      />
    );
  return emailConfirmed ? null : <AddressInForce email={email} primary={primary} />;
}
