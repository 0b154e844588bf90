import type { CancelPeriod } from '#shared/features/estimates/cooling-off.rules.ts';
import { type CoolingOff, coolingOffSchema } from '#shared/features/estimates/cooling-off.schema.ts';
import { holidaysOfYear } from '#shared/features/permission/holidays.rules.ts';
import type { LocalDate } from '#shared/primitives/local-date.ts';
import type { Language } from '#shared/primitives/language.ts';
import { loadTextHours } from './text-hours-by-state.ts';
import data from './us-cooling-off.json' with { type: 'json' };

let loaded: CoolingOff | undefined;

/** Returns the cancellation rules after signing (C28). The file is validated once. Throws ZodError if it's invalid. */
export const loadCoolingOff = (): CoolingOff => (loaded ??= coolingOffSchema.parse(data));

/**
 * Returns the cancellation period for a job's state, such as 'MD'. If the state has a longer period for seniors, that
 * period applies to everyone. If the state has no rule or is unknown, the federal period applies.
 */
export const cancelPeriodOf = (state: string | null): CancelPeriod => {
  const { federal, states } = loadCoolingOff();
  const row = state === null ? undefined : states[state];
  return {
    businessDays: row?.seniorBusinessDays ?? row?.businessDays ?? federal.period.businessDays,
    saturdayCounts: row?.saturdayCounts ?? true,
  };
};

const years = new Map<string, ReadonlyMap<LocalDate, string>>();

/** Whether a day is a federal holiday or the day when one is observed (5 U.S.C. 6103). */
export const isFederalHoliday = (day: LocalDate): boolean => {
  const year = day.slice(0, 4);
  let holidays = years.get(year);
  if (!holidays) years.set(year, (holidays = holidaysOfYear(loadTextHours().holidaySets, 'US', Number(year))));
  return holidays.has(day);
};

/**
 * The statement next to the signature, and the cancellation notice (16 CFR 429.1). The buyer has three business days to
 * cancel.
 */
interface CancelNotice {
  statement: string;
  /** The lines of the notice. `cancelForm` fills in the placeholders in braces. */
  form: readonly string[];
}

/**
 * The Spanish notice. The rule prescribes the English wording, and requires both documents in the language of the sale
 * (C28 and 16 CFR 429.1(a) and (b): 'in the same language, e.g., Spanish'). This is our line-by-line translation of
 * 2026-11-23.
 */
const SPANISH: CancelNotice = {
  statement:
    'Usted, el comprador, puede cancelar esta transacción en cualquier momento antes de la medianoche del tercer día hábil después de la fecha de esta transacción. Vea el formulario de aviso de cancelación adjunto para una explicación de este derecho.',
  form: [
    'Aviso de cancelación',
    '{date of transaction}',
    'Usted puede CANCELAR esta transacción, sin ninguna penalidad ni obligación, dentro de TRES DÍAS HÁBILES a partir de la fecha indicada arriba.',
    'Si usted cancela, todo bien entregado a cambio, todo pago que usted haya hecho según el contrato o la venta y todo instrumento negociable que usted haya firmado le serán devueltos dentro de DIEZ DÍAS HÁBILES después de que el vendedor reciba su aviso de cancelación, y toda garantía real que resulte de la transacción quedará cancelada.',
    'Si usted cancela, debe poner a disposición del vendedor en su residencia, en condiciones sustancialmente tan buenas como cuando los recibió, los bienes que se le hayan entregado según este contrato o venta; o, si lo desea, puede seguir las instrucciones del vendedor para la devolución de los bienes por cuenta y riesgo del vendedor.',
    'Si usted pone los bienes a disposición del vendedor y el vendedor no los recoge dentro de 20 días a partir de la fecha de su aviso de cancelación, usted puede conservarlos o disponer de ellos sin ninguna otra obligación. Si usted no pone los bienes a disposición del vendedor, o si acepta devolverlos al vendedor y no lo hace, sigue siendo responsable de cumplir todas las obligaciones del contrato.',
    'Para cancelar esta transacción, envíe por correo o entregue una copia firmada y fechada de este aviso de cancelación, o cualquier otro aviso por escrito, a {company}, en {address}, A MÁS TARDAR A LA MEDIANOCHE DEL {deadline}.',
    'POR ESTE MEDIO CANCELO ESTA TRANSACCIÓN.',
    '{date}',
    '{buyer’s signature}',
  ],
};

/** Returns the statement and the notice in the language of the sale (C28). */
export const cancelNotice = (language: Language): CancelNotice => {
  if (language === 'es') return SPANISH;
  const { statement, form } = loadCoolingOff().federal;
  return { statement, form };
};
