import { useCompany } from '../../lib/company.ts';
import { sayFailed } from '../../lib/errors.ts';
import { useMay } from '../../lib/role.ts';
import { trpc } from '../../lib/trpc.ts';
import { Switch } from '../../ui/switch.tsx';

/** Turns the weekly email about changed figures on or off. */
export function WeeklyReportSetting() {
  const utils = trpc.useUtils();
  const { data } = useCompany();
  const { manage } = useMay();
  const update = trpc.company.update.useMutation({
    onSuccess: (saved) => utils.company.get.setData(undefined, saved),
    onError: (error) => sayFailed('We couldn’t save the setting', error),
  });
  if (!data || !manage) return null;
  return (
    <section className="stack max-w-[680px]" aria-labelledby="weekly-report">
      <h2 id="weekly-report">Weekly email</h2>
      <Switch
        label={
          <>
            <span className="block font-semibold">Email me the figures that changed</span>
            <span className="sm muted">
              Sent to {data.email} every Monday morning. Figures are compared with the week before. If none changed, you
              won’t get an email.
            </span>
          </>
        }
        checked={update.isPending ? (update.variables.weeklyReport ?? data.weeklyReport) : data.weeklyReport}
        onChange={(event) => update.mutate({ weeklyReport: event.target.checked })}
      />
    </section>
  );
}
