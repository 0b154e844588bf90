import { useState } from 'react';
import type { AccountView } from '#shared/features/auth/auth.schema.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { trpc } from '../../lib/trpc.ts';
import { Note } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { CodeField } from '../auth/code-field.tsx';
import { FormProblem } from '../auth/form-problem.tsx';
import { PasswordField } from '../auth/password-field.tsx';
import '../auth/auth.css';
import { authSchemas, useUpdateUser } from './use-update-user.ts';

const schema = async () => (await authSchemas()).updateUserInput;
const codeSchema = async () => (await authSchemas()).signInWithCodeInput;

/** Asks for the code sent to the new email address. */
function ConfirmAddress({ pending }: { pending: string }) {
  const utils = trpc.useUtils();
  const [values, setValues] = useState({ code: '' });
  const verify = trpc.auth.verifyEmail.useMutation({
    onSuccess: () => {
      toast.done('Email changed');
      void utils.auth.invalidate();
    },
  });
  const { form, field, errors, failure, working, send, change } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    schema: codeSchema,
    also: { email: pending },
    submit: ({ code }) => verify.mutate({ email: pending, code }),
    call: verify,
    secret: 'code',
  });
  const { onChange: _typed, ...code } = field('code');
  return (
    <form {...form} className="stack" aria-label="Confirm your new email">
      <FormProblem problem={failure} />
      <Note tone="chalk">
        We sent a six-digit code to <b className="break-words">{pending}</b>. Until you confirm the new email address,
        sign in with your old one.
      </Note>
      <CodeField
        {...code}
        error={errors['code']}
        onCode={(value) => change('code', value)}
        onWhole={(value) => send({ code: value })}
      />
      <Button type="submit" className="justify-self-start" working={working} workingText="Confirming...">
        Confirm new email
      </Button>
    </form>
  );
}

/** The sign-in email address. A change takes effect once its code is entered. */
export function EmailSection({ account }: { account: AccountView }) {
  const address = useKeptText(`account:${account.user.id}:email`, '');
  const [currentPassword, setCurrentPassword] = useState('');
  const update = useUpdateUser('Check the inbox of your new email address', () => {
    address.type('');
    address.forget();
    setCurrentPassword('');
  });
  // The server asks for the password only if the last sign-in wasn't recent.
  const asked = update.error !== null && 'currentPassword' in problemOf(update.error).fields;
  const [again, setAgain] = useState(false);
  if (asked && !again) setAgain(true);
  const { form, field, errors, failure, working } = useForm({
    values: { email: address.text, currentPassword },
    type: (change) => {
      if (change.email !== undefined) address.type(change.email);
      if (change.currentPassword !== undefined) setCurrentPassword(change.currentPassword);
    },
    schema,
    skip: again ? [] : ['currentPassword'],
    submit: ({ email, currentPassword: password }) =>
      update.mutate({ email, ...(password !== '' && { currentPassword: password }) }),
    call: update,
  });
  return (
    <section aria-labelledby="email-title">
      <div className="stack-s">
        <h2 id="email-title">Email</h2>
        <p className="muted break-words">You sign in as {account.user.email}</p>
      </div>
      {account.pendingEmail && <ConfirmAddress key={account.pendingEmail} pending={account.pendingEmail} />}
      <form {...form} className="stack" aria-label="Email">
        <FormProblem problem={failure} />
        <Field label="New email" error={errors['email']}>
          <Input {...field('email')} type="email" inputMode="email" autoComplete="email" />
        </Field>
        {again && account.hasPassword && (
          <PasswordField
            {...field('currentPassword')}
            label="Current password"
            autoComplete="current-password"
            error={errors['currentPassword']}
          />
        )}
        <Button type="submit" className="justify-self-start" working={working} workingText="Saving...">
          Change email
        </Button>
      </form>
    </section>
  );
}
