import { trpc } from '../../lib/trpc.ts';
import { useForm } from '../../lib/form.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input } from '../../ui/input.tsx';
import { authSchemas, useAuthFlow } from './auth-flow.ts';
import { AuthLink } from './auth-link.tsx';
import { EmailField } from './email-field.tsx';
import { FormProblem } from './form-problem.tsx';
import { NewPasswordField } from './password-field.tsx';

const schema = async () => (await authSchemas()).signUpInput;

/** Asks for name, email, password and company; then for the emailed code. */
export function SignUpForm() {
  const { typed, type, go } = useAuthFlow();
  const signUp = trpc.auth.signUp.useMutation({
    onSuccess: () => {
      type({ code: '' });
      go({ kind: 'check-mail' });
    },
  });
  const { name, email, companyName, password } = typed;
  const { form, field, errors, failure, working } = useForm({
    values: { name, companyName, email, password },
    type,
    schema,
    submit: (values) => signUp.mutate(values),
    call: signUp,
  });
  return (
    <form {...form} className="stack" aria-label="Sign up">
      <FormProblem problem={failure} />
      <Field label="Your name" error={errors['name']}>
        <Input {...field('name')} autoComplete="name" />
      </Field>
      <Field
        label="Company name"
        optional
        error={errors['companyName']}
        hint="Shown to homeowners on estimates. You can change it later."
      >
        <Input {...field('companyName')} autoComplete="organization" />
      </Field>
      <EmailField {...field('email')} error={errors['email']} />
      <NewPasswordField {...field('password')} label="Password" email={email} error={errors['password']} />
      <Button variant="primary" type="submit" className="btn-block" working={working} workingText="Signing up...">
        Sign up
      </Button>
      <p className="muted">
        Already have an account? <AuthLink view="sign-in">Sign in</AuthLink>
      </p>
    </form>
  );
}
