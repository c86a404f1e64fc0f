// Times in SAML messages, compared with the clock here.
import { attributeOf, XmlError } from '../../../common/xml/bounded-xml.js';

export interface Clocks {
  nowMs: number;
  /** How far the clock of the provider may differ. */
  skewMs: number;
}

/** A time in UTC; SAML Core section 1.3.3 has no other, and not all providers write its `Z`. @throws XmlError if it is none */
export function timeOf(element: Element, attribute: string): number | undefined {
  const text = attributeOf(element, attribute);
  if (text === undefined) return undefined;
  const time = Date.parse(text.endsWith('Z') ? text : `${text}Z`);
  if (Number.isNaN(time)) throw new XmlError(`its ${attribute} is no time`);
  return time;
}

/** @returns why an element is not valid now @throws XmlError */
export function timeFault(element: Element, { nowMs, skewMs }: Clocks, lastAttribute = 'NotOnOrAfter'): string | undefined {
  const first = timeOf(element, 'NotBefore');
  const last = timeOf(element, lastAttribute);
  const clocks = `The clock here shows ${utc(nowMs)}, and clocks may differ by ${skewMs / 1000} s.`;
  if (first !== undefined && nowMs + skewMs < first) return `It is not valid before ${utc(first)}. ${clocks}`;
  if (last !== undefined && nowMs - skewMs >= last) return `It was valid until ${utc(last)}. ${clocks}`;
  return undefined;
}

export const utc = (ms: number): string => new Date(ms).toISOString();
