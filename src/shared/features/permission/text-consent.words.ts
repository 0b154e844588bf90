import type { Language } from '../../primitives/language.ts';

/** The wording that a homeowner agrees to, filled in for a company, and its version. */
export interface TextConsent {
  version: string;
  text: string;
}

/**
 * The text beside the widget's check box (C2), by language. Each consent is stored with its text's version, so changing
 * the text requires a new version.
 */
const CONSENTS: Record<Language, { version: string; text: (company: string) => string }> = {
  en: {
    version: '2026-11-1',
    text: (company) =>
      `I agree to get automated texts from ${company} at this number about my fence estimate, including follow-ups and offers. Consent is not a condition of purchase. Up to 8 msgs per estimate. Msg & data rates may apply. Reply STOP to opt out, HELP for help.`,
  },
  es: {
    version: '2026-11-1-es',
    text: (company) =>
      `Acepto recibir en este número mensajes de texto automáticos de ${company} sobre mi presupuesto de cerca, incluidos seguimientos y ofertas. El consentimiento no es condición de compra. Hasta 8 mensajes por presupuesto. Pueden aplicar cargos por mensajes y datos. Responda STOP para cancelar, HELP para ayuda.`,
  },
};

export const CONSENT_VERSION = CONSENTS.en.version;
export const consentText = (company: string): string => CONSENTS.en.text(company);

/** Returns the texting consent in a language, with its version. */
export const consentIn = (language: Language, company: string): TextConsent => {
  const { version, text } = CONSENTS[language];
  return { version, text: text(company) };
};

/** Returns the consent text of this version as the homeowner saw it, or undefined if the version isn't current. */
export const consentOf = (version: string | undefined, company: string): TextConsent | undefined => {
  const found = Object.values(CONSENTS).find((consent) => consent.version === version);
  return found && { version: found.version, text: found.text(company) };
};
