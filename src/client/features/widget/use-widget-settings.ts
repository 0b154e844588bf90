import type { WidgetSettings, WidgetSettingsInput } from '#shared/features/widget/widget-settings.schema.ts';
import { sayFailed } from '../../lib/errors.ts';
import { trpc } from '../../lib/trpc.ts';

const only = (settings: WidgetSettings, change: WidgetSettingsInput): Partial<WidgetSettings> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => name in change));

/**
 * Returns the settings and `save`. A change is shown immediately, and changes are saved in order. If the server rejects
 * a change, it's reverted and an error is shown. A saved change refreshes the queries that depend on the settings.
 */
export const useWidgetSettings = () => {
  const utils = trpc.useUtils();
  const settings = trpc.widget.settings.useQuery();
  const put = (change: Partial<WidgetSettings>) =>
    utils.widget.settings.setData(undefined, (before) => before && { ...before, ...change });
  const change = trpc.widget.updateSettings.useMutation({
    scope: { id: 'widget-settings' },
    onMutate: async (input) => {
      await utils.widget.settings.cancel();
      const before = utils.widget.settings.getData();
      put(Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)));
      return before && only(before, input);
    },
    onError: (error, _input, before) => {
      if (before) put(before);
      sayFailed('We couldn’t change your widget', error);
    },
    // Later changes are already displayed, so only this request's fields are taken from the response.
    onSuccess: (saved, input) => {
      put(only(saved, input));
      void Promise.all([
        utils.widget.config.invalidate(),
        utils.widget.code.invalidate(),
        utils.widget.generateCode.invalidate(),
        utils.company.checklist.invalidate(),
      ]);
    },
  });
  return {
    settings,
    save: (input: WidgetSettingsInput) => change.mutate(input),
    saving: change.isPending,
    saved: change.isSuccess,
  };
};
