import { useState } from 'react';
import type { LeadView } from '#shared/features/leads/leads.schema.ts';
import type { FieldErrors } from '#shared/primitives/app-error.ts';
import type { KeptView } from '#shared/features/data-rights/data-rights.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useForm } from '../../lib/form.ts';
import { trpc } from '../../lib/trpc.ts';
import { Field } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Input } from '../../ui/input.tsx';
import { toast } from '../../ui/toast.ts';
import { KeptList } from './kept-list.tsx';
import './data-rights.css';

const BLANK = { name: '' };

const same = (typed: string, name: string): boolean =>
  typed.trim().replaceAll(/\s+/g, ' ').toLowerCase() === name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

function Erase({ lead, kept, onClose }: { lead: LeadView; kept: readonly KeptView[]; onClose: () => void }) {
  const utils = trpc.useUtils();
  const [values, setValues] = useState(BLANK);
  const erase = trpc.leads.erase.useMutation({
    onSuccess: async () => {
      onClose();
      await utils.invalidate();
      toast.done('Homeowner erased');
    },
    onError: (error) => sayFailed('We couldn’t erase the homeowner', error),
  });
  const { form, field, errors, working } = useForm({
    values,
    type: (change) => setValues({ ...values, ...change }),
    rules: ({ name }): FieldErrors =>
      same(name, lead.name) ? {} : { name: `Type ${lead.name} to erase this homeowner` },
    submit: () => erase.mutate({ leadId: lead.id }),
    call: erase,
  });
  return (
    <FormDialog
      title={`Erase ${lead.name}?`}
      save="Erase homeowner"
      danger
      workingText="Erasing..."
      working={working}
      dirty={false}
      form={form}
      onClose={onClose}
      width={520}
    >
      <p>
        We’ll delete the name, email address, phone number, street address, notes, drawings, messages and history, and
        stop everything that’s waiting. The private links will stop working. You can’t undo this.
      </p>
      <p>Your reports will stay the same, so the lead stays in your archive without a name.</p>
      <KeptList kept={kept} />
      <Field label="Type the homeowner’s name" hint={lead.name} error={errors['name']}>
        <Input {...field('name')} autoComplete="off" />
      </Field>
    </FormDialog>
  );
}

/** Erases a homeowner after their name was typed, and says what the law keeps. */
export default function EraseDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  const { data: lead } = trpc.leads.get.useQuery({ leadId });
  const { data: erasure } = trpc.leads.erasure.useQuery({ leadId }, { staleTime: 0 });
  return lead && erasure ? <Erase lead={lead} kept={erasure.kept} onClose={onClose} /> : null;
}
