import { z } from 'zod';

/** The fence systems that have rules. */
export const SYSTEM_KEYS = [
  'wood_privacy',
  'wood_board_on_board',
  'wood_shadowbox',
  'wood_picket',
  'vinyl_panel_8',
  'vinyl_panel_6',
  'aluminum_6',
  'split_rail_8',
  'chain_link',
] as const;
export const systemKeySchema = z.enum(SYSTEM_KEYS, `Choose one of the fence systems: ${SYSTEM_KEYS.join(', ')}`);
export type SystemKey = z.infer<typeof systemKeySchema>;
