import type { OrganizationView } from '#shared/features/crm/crm.schema.ts';
import { MAX_NAME } from '#shared/features/crm/crm.limits.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { useKeptText } from '../../lib/use-kept-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { useCrmAddress } from './crm-address.ts';

const crmSchemas = () => import('#shared/features/crm/crm.schema.ts');
const organizationSchema = async () => (await crmSchemas()).organizationCreateInput;
const pipelineSchema = async () => (await crmSchemas()).pipelineCreateInput;

interface Act {
  title: string;
  label: string;
  hint: string;
  button: string;
  /** How the error message begins (spec, section 8). */
  failed: string;
  save: (name: string) => void;
  call: { isPending: boolean; error: unknown };
}

/** Returns the dialog's action: creating or renaming an organization, or creating a pipeline. */
const useAct = (
  kind: 'organization' | 'pipeline',
  organization: OrganizationView | undefined,
  saved: () => void,
): Act => {
  const utils = trpc.useUtils();
  const { show, leadId } = useCrmAddress();
  const done = (said: string, detail: string) => {
    saved();
    toast.done(said, { detail });
    return utils.crm.invalidate();
  };
  const organizations = trpc.crm.organizations.create.useMutation({
    onSuccess: ({ name }) => done('Organization created', name),
  });
  const rename = trpc.crm.organizations.update.useMutation({
    onSuccess: ({ name }) => done('Organization renamed', name),
  });
  const pipelines = trpc.crm.pipelines.create.useMutation({ onSuccess: ({ name }) => done('Pipeline created', name) });
  if (kind === 'pipeline' && organization)
    return {
      title: 'New pipeline',
      label: 'Pipeline name',
      hint: 'Such as Spring jobs or Service calls. A new pipeline has the stages Lead in, Measured, Bid sent and Won.',
      button: 'Create pipeline',
      failed: 'Create pipeline failed',
      save: (name) =>
        pipelines.mutate(
          { orgId: organization.id, name },
          { onSuccess: ({ id }) => show({ pipeline: id, stage: null }) },
        ),
      call: pipelines,
    };
  const label = 'Organization name';
  const hint = 'Such as Quail Ridge HOA.';
  if (organization)
    return {
      title: 'Rename organization',
      label,
      hint,
      button: 'Save name',
      failed: 'We couldn’t rename the organization',
      save: (name) => rename.mutate({ orgId: organization.id, name }, { onSuccess: () => show({}) }),
      call: rename,
    };
  // The user started from a lead to create a deal, so the new-deal dialog opens next.
  const then = leadId ? { dialog: 'new-deal', lead: leadId } : {};
  return {
    title: 'New organization',
    label,
    hint,
    button: 'Create organization',
    failed: 'Create org failed',
    save: (name) => organizations.mutate({ name }, { onSuccess: ({ id }) => show({ org: id, ...then }) }),
    call: organizations,
  };
};

interface NameDialogProps {
  kind: 'organization' | 'pipeline';
  /** The organization to rename, or the one that the new pipeline belongs to. */
  organization?: OrganizationView;
}

/** Creates or renames an organization, or creates a pipeline. */
export default function NameDialog({ kind, organization }: NameDialogProps) {
  const { close } = useCrmAddress();
  const initial = kind === 'organization' ? (organization?.name ?? '') : '';
  const name = useKeptText(`crm:${kind}:${organization?.id ?? 'new'}`, initial);
  const act = useAct(kind, organization, name.forget);
  const { form, field, errors, failure, working, dirty } = useForm({
    values: { name: name.text },
    start: { name: initial },
    type: (change) => name.type(change.name ?? name.text),
    schema: kind === 'pipeline' ? pipelineSchema : organizationSchema,
    also: kind === 'pipeline' ? { orgId: organization?.id } : undefined,
    submit: (values) => act.save(values.name),
    call: act.call,
  });
  return (
    <FormDialog
      title={act.title}
      onClose={() => {
        name.forget();
        close();
      }}
      save={act.button}
      working={working}
      dirty={dirty}
      form={form}
    >
      {failure && (
        <Banner>
          {act.failed}: {failure.message}
        </Banner>
      )}
      <Field label={act.label} hint={act.hint} error={errors['name']}>
        <Input {...field('name')} maxLength={MAX_NAME} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}
