import { DEPOSIT_TAG } from './default-terms.ts';

/** A new company's terms in Spanish: the same ten sections as `DEFAULT_TERMS`. */
export const DEFAULT_TERMS_ES = `1. Aceptación
Usted acepta este presupuesto al firmarlo, en papel o en línea, dentro de los 30 días siguientes a su fecha. Después de ese plazo es posible que tengamos que calcular el precio otra vez.

2. Depósito
Al aceptar se paga un depósito de ${DEPOSIT_TAG}. Pedimos los materiales y fijamos la fecha de inicio cuando esté pagado.

3. Saldo
El saldo se paga al terminar el trabajo, salvo que el plan de pagos de este presupuesto diga otra cosa.

4. Formas de pago
Puede pagar en efectivo, con cheque o con tarjeta de crédito.

5. Pagos atrasados
Las cantidades que no se paguen a tiempo generan un interés de 1.5% al mes hasta que se paguen.

6. Alcance y cambios
El precio cubre la cerca y las puertas descritas en este presupuesto. Todo cambio se acuerda por escrito, con su precio, antes de hacerlo. Las rocas, las raíces o los obstáculos enterrados que nadie podía ver pueden aumentar el costo; primero le preguntamos.

7. Linderos, permisos y aprobaciones
Usted nos muestra por dónde pasan los linderos y nos informa de las reglas de la asociación de propietarios, si las hay. Acordamos con usted quién solicita los permisos antes de empezar el trabajo. Hacemos marcar las líneas públicas subterráneas antes de excavar; señálenos por favor las privadas, como las de riego y las de iluminación.

8. Calendario y acceso
Las fechas de inicio y de término son nuestra mejor estimación y pueden cambiar por el clima y las entregas. Mantenga despejada la línea de la cerca, tenga a las mascotas adentro y denos acceso durante las horas de trabajo.

9. Garantía limitada
Garantizamos nuestra mano de obra por 1 año desde la terminación y reparamos sus defectos sin costo. Los materiales tienen la garantía de su fabricante. No se cubren los daños por tormentas, accidentes, mal uso o el movimiento natural de la madera.

10. Cancelación
Usted puede cancelar por escrito antes de que empiece el trabajo. En ese caso le devolvemos su depósito menos el costo de los materiales que ya se pidieron para usted. Estos términos no limitan los derechos de cancelación que le da la ley.`;
