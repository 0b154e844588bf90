import type { AgentSettings } from '#shared/features/agent/agent.schema.ts';
import { useCompanyId } from '../../lib/company.ts';
import { useForm } from '../../lib/form.ts';
import { useSettingsForm } from '../../lib/settings-form.ts';
import { trpc } from '../../lib/trpc.ts';
import { toast } from '../../ui/toast.ts';
import { agentFaults, agentFormOf, agentSettingsOf } from './agent-form.rules.ts';

/** Handles editing, validating and saving the sales agent's settings. */
export const useAgentForm = (stored: AgentSettings) => {
  const kept = useSettingsForm({ key: `agent:${useCompanyId()}`, stored: agentFormOf(stored) });
  const { values } = kept;
  const utils = trpc.useUtils();
  const mutation = trpc.agent.updateSettings.useMutation({
    onSuccess: (saved) => {
      utils.agent.settings.setData(undefined, saved);
      kept.saved({ sent: values, stored: agentFormOf(saved) });
      toast.done('Sales agent saved');
    },
  });
  const form = useForm({
    values,
    type: kept.type,
    rules: agentFaults,
    submit: (typed) => mutation.mutate(agentSettingsOf(typed, stored)),
    call: mutation,
    checksEmpty: true,
  });
  return {
    ...form,
    values,
    /** Changes several fields at once. */
    type: kept.type,
    dirty: kept.dirty,
    newer: kept.newer.length > 0,
    discard: () => {
      kept.reset();
      form.clear();
    },
  };
};

export type AgentFormState = ReturnType<typeof useAgentForm>;
