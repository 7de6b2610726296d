/** Invented trade: names, places and goods that look real and belong to nobody. */

export interface DemoCustomer {
  name: string
  share: number
}

/** Two names differ by case alone, so that a search by name can be ambiguous (T20). Shares add up to 1,240. */
export const demoCustomers: DemoCustomer[] = [
  { name: 'Aurora Grain AG', share: 420 },
  { name: 'Baltic Bulk Carriers', share: 260 },
  { name: 'Ærø Shipping A/S', share: 180 },
  { name: '华东粮油贸易有限公司', share: 140 },
  { name: 'Meridian Commodities Ltd', share: 120 },
  { name: 'MERIDIAN COMMODITIES LTD', share: 70 },
  { name: "Côte d'Azur Négoce SARL", share: 50 },
]

export const loadPorts = [
  'Santos',
  'Rosario',
  'Rouen',
  'Constanța',
  'Gdańsk',
  'Klaipėda',
  'Paranaguá',
  'Vancouver, B.C.',
  'New Orleans, LA',
  'Newcastle NSW',
  'Richards Bay',
  'Odense',
  'Marstal (Ærø)',
  '上海港 Shanghai',
]

export const destinations = [
  ['Rotterdam', 'Netherlands'],
  ['Qingdao', 'China'],
  ['Alexandria', 'Egypt'],
  ['Tarragona', 'Spain'],
  ['Ghent', 'Belgium'],
  ['Chiba', 'Japan'],
  ['Jakarta', 'Indonesia'],
  ['Lagos', 'Nigeria'],
  ['Ho Chi Minh City', 'Viet Nam'],
  ['Abidjan', "Côte d'Ivoire"],
  ['İzmir', 'Türkiye'],
  ['São Luís', 'Brazil'],
] as const

export const vessels = [
  'MV Aurora Star',
  'MV Baltic Heron',
  'MV Ærøskøbing',
  'MV Northern Grace',
  'MV Cape Meridian',
  'MV Golden Harvest VII',
  'MV Sankt Olaf',
  'MV Étoile du Nord',
  'MV 海丰 18',
  'MT Coral Dawn',
  'MT Vistula Pride',
  'MV Lady Ingeborg',
]

/** The last three begin with signs that a spreadsheet would take for a formula (T21). */
export const cargoes = [
  'Yellow soybeans in bulk',
  'Milling wheat, 12.5% protein',
  'Feed barley',
  'Yellow corn No. 2',
  'Crude palm oil',
  'Sunflower oil, refined',
  'Thermal coal 6,000 kcal NAR',
  'Iron ore fines 62% Fe',
  'Raw cane sugar, VHP',
  'Soybean meal, 47% protein',
  'Granular urea 46% N',
  'Canola "non-GMO"; identity preserved',
  '-20 °C frozen fish blocks',
  '+60 grade copper cathodes',
  '@port surplus: rapeseed',
]

export const traders = [
  'Aurora Grain AG',
  'Pampa Sur Cereales S.A.',
  'Cargas do Atlântico Ltda.',
  'Vistula Agro Sp. z o.o.',
  'Great Plains Elevators, Inc.',
  'Nippon Feed Trading K.K.',
  'Nile Delta Mills',
  'Mærsk & Sønner Korn ApS',
  'Shandong Oilseed Import Co., Ltd',
  'Banque du Léman (as pledgee)',
  'Koç & Güneş Gıda A.Ş.',
  'Adriatic Fertiliser d.o.o.',
]

/** Weighted by repetition. In lower case as in results, with a few that are not documented (T12). */
export const states = [
  ...Array.from({ length: 5 }, () => 'drafted'),
  ...Array.from({ length: 7 }, () => 'signed'),
  ...Array.from({ length: 8 }, () => 'issued'),
  ...Array.from({ length: 6 }, () => 'title_held'),
  ...Array.from({ length: 4 }, () => 'transfer_drafted'),
  'to be released and signed',
]

const usualQuantities = ['24500.000 MT', '8,250.5 MT', '61,000 MT', '1,250 bags', '40 containers']

/** Oddities are rare, as in life: one quantity in nine, one signature in fourteen. */
export const quantities = [
  ...Array.from({ length: 5 }, () => usualQuantities).flat(),
  '1000 null',
  'null null',
  'null MT',
]

const usualSignatures = ['1 of 1', '2 of 2', '2 of 3', '3 of 3']

export const signaturesOfDrafts = [...Array.from({ length: 6 }, () => ['0 of 1', '0 of 2']).flat(), '0 of 0', null]
export const signaturesOfOthers = [...Array.from({ length: 5 }, () => usualSignatures).flat(), '2 of 1']

export const parcelRefOddities = ['Test-28 - New - Copy', '=PR-7*2', 'PR / 2026 / 0041 – “amended”']

/** Names of uploaded documents; slashes, dots, colons and repeats as people type them (T20, T25). */
export const uploadNames = {
  'certificate-of-origin': ['Certificate of Origin', 'Certificate of origin.pdf', 'C/O EUR.1 no. 4471/26'],
  'commercial-invoice': ['Commercial Invoice', 'Invoice 2026-0412: final', 'Commercial Invoice'],
  'chinese-notice': ['提单通知书', '装船通知 Shipping Advice'],
  'scanned-page': ['Quality certificate (scan)', 'scan0001.JPG'],
  'password-protected': ['Letter of Indemnity (confidential)'],
  'three-hundred-pages': ['Charter Party, complete with riders'],
} as const

export const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
