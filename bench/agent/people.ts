/** Answers to the agent's questions about the homeowner. The conversations cycle through them. */
export const INTRODUCTIONS: readonly string[] = [
  'Dana Reyes, dana.reyes@example.com',
  'sure, its mike t, mike.t@example.com',
  'My name is Alison Burke and my number is (208) 555-0143',
  '208-555-0119',
  'jen_w@example.com',
  'you can email me at tom.hale@example.com, Tom',
  "I'm Priya, cell 208.555.0150",
  'Carlos Medina 2085550162',
  'text is best: 208 555 0171. Name is Sue',
  'Email: g.okafor@example.com Phone: 208-555-0188 Name: Grace Okafor',
];
export const INTRODUCTIONS_IN_SPANISH: readonly string[] = [
  'Marisol Vega, marisol@example.com',
  'me llamo Juan Pérez y mi teléfono es 208 555 0145',
  'claro, 208-555-0127',
];
