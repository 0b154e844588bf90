import { useState } from 'react';
import type { Proof } from '#shared/features/trust/confirm.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

const DONE: Record<Proof, string> = { email: 'Email address confirmed', notifyPhone: 'Phone number confirmed' };

/** Asks for a code, once or again. */
export const useRequestCode = (what: Proof, onSent: () => void) => {
  const utils = trpc.useUtils();
  const request = trpc.company.requestConfirmation.useMutation({
    onSuccess: onSent,
    onSettled: () => (what === 'email' ? utils.company.get.invalidate() : utils.payments.settings.invalidate()),
  });
  return {
    sending: request.isPending,
    problem: request.error ? problemOf(request.error) : null,
    send: () => {
      if (!request.isPending) request.mutate({ what });
    },
  };
};

/** The six digits as they are typed, tried as soon as they are whole, and asked for again. */
export const useConfirm = (what: Proof) => {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const [short, setShort] = useState(false);
  const again = useRequestCode(what, () => {
    setCode('');
    toast.done('New code sent');
  });
  const confirm = trpc.company.confirm.useMutation({
    onSuccess: (company) => {
      utils.company.get.setData(undefined, company);
      void utils.payments.settings.invalidate();
      void utils.company.checklist.invalidate();
      toast.done(DONE[what]);
    },
  });
  const failed = confirm.error ? problemOf(confirm.error) : null;
  const wrong = failed?.fields['code'];
  return {
    code,
    again,
    confirming: confirm.isPending,
    error: short ? 'Enter the six-digit code' : wrong,
    /** What belongs to no field. */
    problem: (wrong === undefined ? failed : null) ?? again.problem,
    type: (next: string) => {
      setShort(false);
      if (confirm.isError) confirm.reset();
      setCode(next);
    },
    submit: (whole = code) => {
      if (confirm.isPending) return;
      setShort(whole.length < 6);
      if (whole.length === 6) confirm.mutate({ what, code: whole });
    },
  };
};
