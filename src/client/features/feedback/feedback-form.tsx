import { sentences } from '#shared/primitives/sentence.ts';
import type { SessionView } from '#shared/features/auth/auth.schema.ts';
import { FEEDBACK_CATEGORIES, FEEDBACK_MISSING } from '#shared/features/feedback/feedback.words.ts';
import { useForm } from '../../lib/form.ts';
import { usePhone } from '../../lib/media.ts';
import type { Problem } from '../../lib/errors.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Input, Select, Textarea } from '../../ui/input.tsx';

const schema = async () => (await import('#shared/features/feedback/feedback.schema.ts')).feedbackInput;

/** Error messages for the three required fields. Each is shown if its field is empty. */
const MISSING: Record<string, string> = {
  category: 'Choose a category',
  subject: 'Enter a subject, such as “Gates by width”',
  message: 'Write your message',
};

function Failure({ problem }: { problem: Problem }) {
  return (
    <Banner>
      <b>Failed to submit feedback. Please try again.</b> {sentences(problem.message)}
    </Banner>
  );
}

interface FeedbackFormProps {
  user: NonNullable<SessionView>['user'];
  onSent: () => void;
}

/**
 * The feedback form, prefilled with the user's name and email address. Typed values are stored until the feedback is
 * sent.
 */
export function FeedbackForm({ user, onSent }: FeedbackFormProps) {
  const stored = { name: user.name, email: user.email, category: '', subject: '', message: '' };
  const { values, type, reset } = useSettingsForm({ key: `feedback:${user.id}`, stored });
  const submit = trpc.feedback.submit.useMutation({
    onSuccess: () => {
      reset();
      onSent();
    },
  });
  const { form, field, errors, failure, working } = useForm({
    values,
    type,
    schema,
    submit: (feedback) => submit.mutate(feedback),
    call: submit,
  });
  const phone = usePhone();
  const errorOf = (name: keyof typeof stored) => (errors[name] === FEEDBACK_MISSING ? MISSING[name] : errors[name]);
  return (
    <form {...form} className="stack" aria-label="Feedback">
      <p className="muted -mt-3">Tell us what’s missing, what slows you down or what you like. We read everything.</p>
      {Object.values(errors).includes(FEEDBACK_MISSING) && <Banner>{FEEDBACK_MISSING}</Banner>}
      {failure && <Failure problem={failure} />}
      <Field label="Name" optional error={errorOf('name')}>
        <Input {...field('name')} autoComplete="name" />
      </Field>
      <Field label="Email" optional error={errorOf('email')} hint="Where we can reply.">
        <Input {...field('email')} type="email" autoComplete="email" />
      </Field>
      <Field label="Category" required error={errorOf('category')}>
        <Select {...field('category')}>
          <option value="">Choose one</option>
          {FEEDBACK_CATEGORIES.map((category) => (
            <option key={category}>{category}</option>
          ))}
        </Select>
      </Field>
      <Field label="Subject" required error={errorOf('subject')}>
        <Input {...field('subject')} maxLength={200} />
      </Field>
      <Field label="Message" required error={errorOf('message')}>
        <Textarea {...field('message')} rows={phone ? 3 : 6} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-start" working={working} workingText="Sending...">
        Send feedback
      </Button>
    </form>
  );
}
