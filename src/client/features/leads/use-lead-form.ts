import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { createInputOf, type LeadForm } from './lead-form.rules.ts';

const NO_NUMBER = 'Enter a phone number that can get texts';

/** The server's schema for the form's values, plus the one rule that involves two fields (C4). */
const schema = async () => {
  const { leadCreateInput } = await import('#shared/features/leads/lead-edits.schema.ts');
  return {
    safeParse: (values: unknown) => {
      const form = values as LeadForm;
      const issues = [...(leadCreateInput.safeParse(createInputOf(form)).error?.issues ?? [])];
      const lacking = form.consent !== '' && form.phone.trim() === '';
      return {
        error: { issues: lacking ? [...issues, { path: ['phone'], message: NO_NUMBER }] : issues },
      };
    },
  };
};

interface LeadFormOptions {
  /** The key under which this browser tab stores the typed values: 'lead:ID' or 'lead:new'. */
  key: string;
  stored: LeadForm;
  submit: (form: LeadForm) => void;
  call: Parameters<typeof useForm>[0]['call'];
}

/**
 * The form for a new or existing lead. It's validated with the server's schema, and the typed values are stored in this
 * browser tab.
 */
export const useLeadForm = ({ key, stored, submit, call }: LeadFormOptions) => {
  const kept = useSettingsForm({ key, stored });
  const checked = useForm({ values: kept.values, type: kept.type, schema, submit, call });
  return { ...checked, ...kept };
};

export type LeadFormState = ReturnType<typeof useLeadForm>;
