import { useState } from 'react';
import type { Proof } from '#shared/features/trust/confirm.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';

const DONE: Record<Proof, string> = { email: 'Email address confirmed', notifyPhone: 'Phone number confirmed' };

/** Returns a function that requests a code. Each call requests a new code. */
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

const codeFaults = ({ code }: { code: string }): FieldErrors =>
  code.length < 6 ? { code: 'Enter the six-digit code' } : {};

/** Handles a six-digit code: submits it once it's complete, and can request a new one. */
export const useConfirm = (what: Proof) => {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
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
  const { errors, failure, change, send, working } = useForm({
    values: { code },
    type: (typed) => setCode(typed.code ?? code),
    rules: codeFaults,
    submit: (typed) => confirm.mutate({ what, code: typed.code }),
    call: confirm,
    nameOf: () => `${what}-code`,
  });
  return {
    code,
    again,
    confirming: working,
    error: errors['code'],
    /** An error that doesn't belong to a field. */
    problem: failure ?? again.problem,
    type: (next: string) => change('code', next),
    submit: (whole = code) => send({ code: whole }),
  };
};
