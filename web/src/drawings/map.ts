import type { Shapes } from './Drawing'

/**
 * The streets around the Kerkplein, north up: the square with its church, our house on the north
 * side with a pin, the bus stop on the south side, bicycles beside the door, the station lower
 * right at the end of the Stationsstraat.
 */
export const map: Shapes = {
  size: [480, 360],
  parts: [
    ['il-sand', 'M0 0h480v360H0z'],
    // blocks of houses; the streets are what stays between them
    ['il-leaf', 'M0 0h92v104H0z'],
    [
      'il-pink',
      'M124 0h104v72H124zM252 0h92v72h-92zM376 0h104v104H376zM0 136h92v104H0zM0 272h92v88H0zM124 288h116v72H124z',
    ],
    ['il-pink', 'M272 288h72v72h-72zM376 136h104v88H376zM376 256h26v104h-26z'],
    [
      'il-l il-t',
      'M124 0v72h104V0M252 0v72h92V0M376 0v104h104M92 0v104H0M0 136h92v104H0M0 272h92v88M124 360v-72h116v72M272 360v-72h72v72M480 136H376v88h104M376 360V256h26',
    ],
    // the square
    ['il-paper', 'M124 104h220v152H124z'],
    ['il-l', 'M124 104h220v152H124z'],
    // church in the middle
    ['il-sky', 'M190 190h62v36h-62zM252 182h26v52h-26z'],
    ['il-l', 'M190 190h62v36h-62zM252 182h26v52h-26zM265 198v20M257 206h16'],
    // our house, a lit window colour
    ['il-lamp', 'M168 20h60v52h-60z'],
    ['il-l', 'M168 20h60v52h-60z'],
    ['il-brick', 'M198 98c-10-16-22-24-22-40a22 22 0 0 1 44 0c0 16-12 24-22 40z'],
    ['il-l', 'M198 98c-10-16-22-24-22-40a22 22 0 0 1 44 0c0 16-12 24-22 40z'],
    ['il-paper', 'M190 57a8 8 0 1 0 16 0a8 8 0 1 0 -16 0z'],
    // bicycles beside the door
    [
      'il-l il-t',
      'M238 126a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M262 126a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M247 126l7-14h12l5 14M254 112l9 14h-16',
    ],
    // bus stop
    ['il-green', 'M168 264h40v16h-40z'],
    ['il-paper', 'M173 267h8v5h-8zM184 267h8v5h-8zM195 267h8v5h-8z'],
    [
      'il-l il-t',
      'M168 264h40v16h-40zM173 283a3 3 0 1 0 6 0a3 3 0 1 0 -6 0M197 283a3 3 0 1 0 6 0a3 3 0 1 0 -6 0',
    ],
    // railway and station
    ['il-l', 'M430 240v120M448 240v120M426 256h26M426 276h26M426 296h26M426 316h26M426 336h26'],
    ['il-lamp', 'M404 262h18v46h-18z'],
    ['il-l il-t', 'M404 262h18v46h-18z'],
    // the way on foot from the station
    ['il-l il-t way', 'M412 244H360V120H198'],
  ],
}

/** The picture is right for this street alone. */
export const mapOf = 'Kerkplein 12'
