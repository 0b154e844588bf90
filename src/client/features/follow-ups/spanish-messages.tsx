import { messageFault } from '#shared/features/follow-ups/steps.rules.ts';
import type { SpanishMessages } from '#shared/features/follow-ups/spanish-messages.schema.ts';
import { reminderMessageFault, REMINDERS } from '#shared/features/reminders/reminder.rules.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import { useCompanyId } from '../../lib/company.ts';
import { problemOf } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { Textarea } from '../../ui/input.tsx';
import { NewerNote } from '../../ui/newer-note.tsx';
import { SaveBar } from '../../ui/save-bar.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { toast } from '../../ui/toast.ts';
import { FormProblem } from '../auth/form-problem.tsx';
import { REMINDER_WORDS } from '../reminders/reminders-form.rules.ts';

/** The messages by field path: 'messages.0', 'reminders.expiring'. */
type Texts = Record<string, string>;

const textsOf = ({ messages, reminders }: SpanishMessages): Texts => ({
  ...Object.fromEntries(messages.map((message, index) => [`messages.${index}`, message])),
  ...Object.fromEntries(REMINDERS.map((rule) => [`reminders.${rule}`, reminders[rule]])),
});

const messagesOf = (texts: Texts, { messages }: SpanishMessages): SpanishMessages => {
  const reminder = (rule: (typeof REMINDERS)[number]) => texts[`reminders.${rule}`] ?? '';
  return {
    messages: messages.map((_message, index) => texts[`messages.${index}`] ?? ''),
    reminders: {
      not_viewed: reminder('not_viewed'),
      not_answered: reminder('not_answered'),
      expiring: reminder('expiring'),
      balance: reminder('balance'),
      review: reminder('review'),
    },
  };
};

const faultsOf = (texts: Texts): FieldErrors => {
  const faults: FieldErrors = {};
  for (const [path, text] of Object.entries(texts)) {
    const rule = REMINDERS.find((each) => path === `reminders.${each}`);
    const fault = rule ? reminderMessageFault(rule, text) : messageFault(text);
    if (fault !== undefined) faults[path] = fault;
  }
  return faults;
};

const WHAT = 'your Spanish messages';

function SpanishEditor({ stored }: { stored: SpanishMessages }) {
  const kept = useSettingsForm({ key: `spanish:${useCompanyId()}`, stored: textsOf(stored) });
  const utils = trpc.useUtils();
  const call = trpc.workflow.updateSpanish.useMutation({
    onSuccess: (saved, { was: _was, ...sent }) => {
      utils.workflow.spanish.setData(undefined, saved);
      kept.saved({ sent: textsOf(sent), stored: textsOf(saved) });
      toast.done('Spanish messages saved');
    },
    onError: () => void utils.workflow.spanish.invalidate(),
  });
  const { form, field, errors, failure, working, clear } = useForm({
    values: kept.values,
    type: kept.type,
    rules: faultsOf,
    submit: (texts) => call.mutate({ ...messagesOf(texts, stored), was: stored }),
    call,
    checksEmpty: true,
  });
  const message = (path: string, label: string) => (
    <Field key={path} label={label} error={errors[path]}>
      <Textarea {...field(path)} rows={4} lang="es" />
    </Field>
  );
  return (
    <form {...form} className="stack" aria-labelledby="spanish-title">
      <h2 id="spanish-title">Messages in Spanish</h2>
      <p className="muted">
        Leads whose language is Spanish get these messages instead of the English ones. Days, channels and tags are the
        same. If you wrote a message yourself, Spanish-speaking leads get it as you wrote it until you add a Spanish
        version here.
      </p>
      <FormProblem problem={failure} />
      {kept.newer.length > 0 && <NewerNote what="These messages" onTake={() => kept.reset()} />}
      {stored.messages.map((_message, index) => message(`messages.${index}`, `Follow-up ${index + 1}`))}
      {REMINDERS.map((rule) => message(`reminders.${rule}`, REMINDER_WORDS[rule].title))}
      <SaveBar
        dirty={kept.dirty}
        what={WHAT}
        changed={['Messages in Spanish']}
        label="Save messages"
        saving={working}
        onDiscard={() => {
          kept.reset();
          clear();
        }}
      />
    </form>
  );
}

/** Lets the contractor edit the follow-ups and reminders for leads who read Spanish. */
export default function SpanishSection() {
  const spanish = trpc.workflow.spanish.useQuery();
  if (spanish.data) return <SpanishEditor stored={spanish.data} />;
  if (spanish.isPending) return <SkeletonRows rows={5} height={74} label="Loading your Spanish messages" />;
  return (
    <Banner action={<Button onClick={() => void spanish.refetch()}>Try again</Button>}>
      {problemOf(spanish.error).message}
    </Banner>
  );
}
