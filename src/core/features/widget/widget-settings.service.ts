import type { WidgetSettings, WidgetSettingsInput } from '#shared/features/widget/widget-settings.schema.ts';
import type { CompanyId } from '#shared/primitives/ids.ts';
import { type CompanyTx, inCompany } from '../../platform/db/app.ts';
import type { Deps } from '../../platform/deps.ts';
import { requireFeature } from '../billing/access.ts';

export const getWidgetSettings = ({ db }: Pick<Deps, 'db'>, companyId: CompanyId): Promise<WidgetSettings> =>
  inCompany(db, companyId, (tx) => readSettings(tx, companyId));

/**
 * Changes the given fields. Throws UPGRADE_REQUIRED for a custom color on Starter, because it's branding (spec,
 * section 9).
 */
export const updateWidgetSettings = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  companyId: CompanyId,
  input: WidgetSettingsInput,
): Promise<WidgetSettings> =>
  inCompany(db, companyId, async (tx) => {
    const { primaryColor } = input;
    const before = await readSettings(tx, companyId);
    if (primaryColor !== undefined && primaryColor !== before.primaryColor)
      await requireFeature(tx, {
        companyId,
        at: clock.now(),
        feature: 'branding',
        message: 'You need the Pro plan to set your own color',
      });
    const changes = {
      ...((input.instantQuotes ?? input.priceGating) !== undefined && { widget_price_chosen_at: clock.now() }),
      widget_price_gating: input.priceGating,
      widget_material_selection: input.materialSelection,
      widget_instant_quotes: input.instantQuotes,
      widget_primary_color: primaryColor,
      widget_paused: input.paused,
      widget_paused_text: input.pausedText,
      widget_allowed_domains: input.allowedDomains,
    };
    if (Object.values(changes).some((value) => value !== undefined))
      await tx.updateTable('company_profiles').set(changes).where('id', '=', companyId).execute();
    return readSettings(tx, companyId);
  });

const readSettings = (tx: CompanyTx, companyId: CompanyId): Promise<WidgetSettings> =>
  tx
    .selectFrom('company_profiles')
    .select([
      'widget_price_gating as priceGating',
      'widget_material_selection as materialSelection',
      'widget_instant_quotes as instantQuotes',
      'widget_primary_color as primaryColor',
      'widget_paused as paused',
      'widget_paused_text as pausedText',
      'widget_allowed_domains as allowedDomains',
    ])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
