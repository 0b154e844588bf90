import { Body, Button, Container, Head, Html, Text } from '@react-email/components';
import { render } from '@react-email/render';

export interface ScheduleStoppedMail {
  productName: string;
  leadName: string;
  /** The sentence that the timeline shows too. */
  reason: string;
  dashboardUrl: string;
}

const page = { backgroundColor: '#ffffff', color: '#1c1917', fontFamily: 'Helvetica, Arial, sans-serif' };
const words = { fontSize: '16px', lineHeight: '24px', margin: '0 0 16px' };
const button = {
  backgroundColor: '#1c1917',
  borderRadius: '6px',
  color: '#ffffff',
  display: 'inline-block',
  fontSize: '16px',
  padding: '12px 20px',
  textDecoration: 'none',
};

function ScheduleStopped({ productName, leadName, reason, dashboardUrl }: ScheduleStoppedMail) {
  return (
    <Html lang="en">
      <Head />
      <Body style={page}>
        <Container style={{ maxWidth: '560px', padding: '24px 16px' }}>
          <Text style={words}>{reason}</Text>
          <Text style={words}>Nothing more is sent to {leadName} automatically. Now it is your turn.</Text>
          <Button href={dashboardUrl} style={button}>
            Open {productName}
          </Button>
        </Container>
      </Body>
    </Html>
  );
}

/** Tells the contractor why the follow-ups to a lead have stopped. */
export async function renderScheduleStoppedMail(mail: ScheduleStoppedMail): Promise<{ html: string; text: string }> {
  const text = `${mail.reason}\n\nNothing more is sent to ${mail.leadName} automatically. Now it is your turn.\n\nOpen ${mail.productName}: ${mail.dashboardUrl}\n`;
  return { html: await render(<ScheduleStopped {...mail} />), text };
}
