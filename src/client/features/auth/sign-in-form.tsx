import { type KeyboardEvent, type SyntheticEvent, useEffect, useRef, useState } from 'react';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { problemOf } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { afterSignIn } from './after-sign-in.ts';

type Name = 'email' | 'password';

/** The very schema that the server uses; fetched beside the page, which is drawn before it arrives. */
const loadSchema = () => import('#shared/features/auth/auth.schema.ts');

const check = async (values: Record<Name, string>): Promise<FieldErrors> => {
  const { signInInput } = await loadSchema();
  const result = signInInput.safeParse(values);
  const errors: FieldErrors = {};
  for (const issue of result.error?.issues ?? []) errors[issue.path.join('.')] ??= issue.message;
  return errors;
};

interface SignInFormProps {
  /** Where one wanted to go before the sign-in. */
  next: string | null;
  /** Told where to go on to; the page leaves as soon as the session is known. */
  onTarget: (address: string) => void;
}

const useSignIn = ({ next, onTarget }: SignInFormProps) => {
  const utils = trpc.useUtils();
  return trpc.auth.signIn.useMutation({
    onSuccess: async (session) => {
      if ('next' in session) return;
      const subscription = await utils.subscription.check.fetch().catch(() => null);
      onTarget(afterSignIn(subscription, next));
      utils.auth.session.setData(undefined, session);
    },
  });
};

/** What stands in the fields, what is wrong with it, and the call. */
const useSignInForm = (props: SignInFormProps) => {
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState({ email: '', password: '' });
  const [errors, setErrors] = useState<FieldErrors>({});
  const [checked, setChecked] = useState<ReadonlySet<Name>>(new Set());
  const signIn = useSignIn(props);

  useEffect(() => void loadSchema(), []);

  /** Says what is wrong with the fields that were left once; a field becomes right while it is being typed in. */
  const review = async (now: Record<Name, string>, names: ReadonlySet<Name>) => {
    const found = await check(now);
    setErrors(Object.fromEntries(Object.entries(found).filter(([name]) => (names as ReadonlySet<string>).has(name))));
    return found;
  };
  const change = (name: Name, value: string) => {
    const now = { ...values, [name]: value };
    setValues(now);
    if (signIn.isError) signIn.reset();
    if (errors[name]) void review(now, checked);
  };
  const leave = (name: Name) => {
    if (values[name] === '') return;
    const names = new Set(checked).add(name);
    setChecked(names);
    void review(values, names);
  };
  const submit = async () => {
    const names = new Set<Name>(['email', 'password']);
    setChecked(names);
    const found = await review(values, names);
    const first = [...names].find((name) => found[name]);
    if (first) form.current?.querySelector<HTMLInputElement>(`[name="${first}"]`)?.focus();
    else signIn.mutate(values);
  };
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!signIn.isPending) void submit();
  };
  const problem = signIn.error ? problemOf(signIn.error) : null;
  const wrong = problem?.code === 'UNAUTHENTICATED' ? `${problem.message}. Check both.` : undefined;
  const said: FieldErrors = { ...problem?.fields, ...(wrong && { password: wrong }), ...errors };
  return {
    form,
    values,
    working: signIn.isPending,
    /** What is wrong with neither field. */
    failure: problem && !wrong ? problem.message : null,
    errors: said,
    change,
    leave,
    onSubmit,
  };
};

/** Email and password; errors under the fields, caps lock said. */
export function SignInForm(props: SignInFormProps) {
  const { form, values, working, failure, errors, change, leave, onSubmit } = useSignInForm(props);
  const [capsLock, setCapsLock] = useState(false);
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form ref={form} className="stack" noValidate onSubmit={onSubmit} aria-label="Sign in">
      {failure && <Banner>{failure}</Banner>}
      <Field label="Email" error={errors['email']}>
        <Input
          name="email"
          type="email"
          autoComplete="username"
          inputMode="email"
          value={values.email}
          onChange={(event) => change('email', event.target.value)}
          onBlur={() => leave('email')}
        />
      </Field>
      <Field label="Password" error={errors['password']} hint={capsLock ? 'Caps Lock is on.' : undefined}>
        <Input
          name="password"
          type="password"
          autoComplete="current-password"
          value={values.password}
          onChange={(event) => change('password', event.target.value)}
          onBlur={() => {
            setCapsLock(false);
            leave('password');
          }}
          onKeyDown={onKey}
          onKeyUp={onKey}
        />
      </Field>
      <Button variant="primary" type="submit" className="btn-block" working={working} workingText="Signing in...">
        Sign in
      </Button>
    </form>
  );
}
