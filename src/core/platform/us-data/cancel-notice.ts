import type { Language } from '#shared/primitives/language.ts';
import { loadCoolingOff } from './cooling-off.ts';

/** The statement beside the signature and the notice of cancellation, for three business days (16 CFR 429.1). */
export interface CancelNotice {
  statement: string;
  /** Line by line; `cancelForm` fills the places in braces. */
  form: readonly string[];
}

/**
 * The Spanish notice. The rule prescribes the English text and requires both in the language of the sale (16 CFR
 * 429.1(a) and (b), 'in the same language, e.g., Spanish'; C28). This is our translation, line by line, from 2026-11-23.
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

/** The statement and the notice in the language of the sale (C28). */
export const cancelNotice = (language: Language): CancelNotice => {
  if (language === 'es') return SPANISH;
  const { statement, form } = loadCoolingOff().federal;
  return { statement, form };
};
