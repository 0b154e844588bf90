/** The parts of `react-email` that the product's emails use (`vitest.config.ts`). */
export { render } from '@react-email/render';
export { Body } from '../node_modules/react-email/dist/components/body/body.mjs';
export { Column } from '../node_modules/react-email/dist/components/column/column.mjs';
export { Container } from '../node_modules/react-email/dist/components/container/container.mjs';
export { Head } from '../node_modules/react-email/dist/components/head/head.mjs';
export { Heading } from '../node_modules/react-email/dist/components/heading/heading.mjs';
export { Hr } from '../node_modules/react-email/dist/components/hr/hr.mjs';
export { Html } from '../node_modules/react-email/dist/components/html/html.mjs';
export { Img } from '../node_modules/react-email/dist/components/img/img.mjs';
export { Link } from '../node_modules/react-email/dist/components/link/link.mjs';
export { Preview } from '../node_modules/react-email/dist/components/preview/preview.mjs';
export { Row } from '../node_modules/react-email/dist/components/row/row.mjs';
export { Section } from '../node_modules/react-email/dist/components/section/section.mjs';
export { Text } from '../node_modules/react-email/dist/components/text/text.mjs';
