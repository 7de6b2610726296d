/** What a spreadsheet program offers of the cells that were copied: as text, and as the page of a browser. */
export interface CopiedCells {
  readonly program: string
  readonly text: string
  readonly html: string
}

/**
 * One column, with its heading, as three programs copy it: a comma and a semicolon inside of cells, a number whose zeros only
 * its format shows, two lines in one cell, a row that a filter hides.
 */
export const COPIED_COLUMN: readonly CopiedCells[] = [
  {
    program: 'Excel',
    text: 'Shipment ref\r\nSHP-0100\r\nNOPE-1, part 2\r\nNOPE;3\r\n0000412\r\n"NOPE-5\nNOPE-6"\r\n',
    html: `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office"
xmlns:x="urn:schemas-microsoft-com:office:excel" xmlns="http://www.w3.org/TR/REC-html40">
<head><meta http-equiv=Content-Type content="text/html; charset=utf-8"><meta name=Generator content="Microsoft Excel 15">
<style><!--table {mso-displayed-decimal-separator:"\\,";} .xl65 {mso-number-format:0000000;} br {mso-data-placement:same-cell;}--></style></head>
<body link="#0563C1" vlink="#954F72"><table border=0 cellpadding=0 cellspacing=0 width=96 style='border-collapse:collapse;width:72pt'>
<!--StartFragment--><col width=96 style='mso-width-source:userset;mso-width-alt:3510;width:72pt'>
<tr height=20 style='height:15.0pt'><td height=20 class=xl63 width=96>Shipment
  ref</td></tr>
<tr height=20><td height=20 align=left>SHP-0100</td></tr>
<tr height=20><td height=20>NOPE-1,<span style='mso-spacerun:yes'> </span>part
  2</td></tr>
<tr height=0 style='display:none'><td>HIDDEN-1</td></tr>
<tr height=20><td height=20>NOPE;3</td></tr>
<tr height=20><td height=20 class=xl65 align=right x:num="412">0000412</td></tr>
<tr height=40><td height=40 class=xl66>NOPE-5<br>
    NOPE-6</td></tr>
<!--EndFragment--></table></body></html>`,
  },
  {
    program: 'LibreOffice',
    text: 'Shipment ref\nSHP-0100\nNOPE-1, part 2\nNOPE;3\n0000412\n"NOPE-5\nNOPE-6"\n',
    html: `<!DOCTYPE html><html><head><meta http-equiv="content-type" content="text/html; charset=utf-8"/>
<title></title><meta name="generator" content="LibreOffice 7.4.7.2 (Linux)"/>
<style type="text/css">body,div,table,thead,tbody,tfoot,tr,th,td,p { font-family:"Liberation Sans"; font-size:x-small }</style></head>
<body><table cellspacing="0" border="0"><colgroup width="115"></colgroup>
<tr><td height="17" align="left">Shipment ref</td></tr><tr><td height="17" align="left">SHP-0100</td></tr>
<tr><td height="17" align="left">NOPE-1, part 2</td></tr><tr><td height="17" align="left">NOPE;3</td></tr>
<tr><td height="17" align="right" sdval="412" sdnum="1033;0;0000000">0000412</td></tr>
<tr><td height="32" align="left">NOPE-5<br>NOPE-6</td></tr></table></body></html>`,
  },
  {
    program: 'Google Sheets',
    text: 'Shipment ref\nSHP-0100\nNOPE-1, part 2\nNOPE;3\n0000412\n"NOPE-5\nNOPE-6"',
    html: `<meta charset='utf-8'><google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}--></style><table xmlns="http://www.w3.org/1999/xhtml" cellspacing="0" cellpadding="0" dir="ltr" border="1" style="table-layout:fixed;font-size:10pt;font-family:Arial;width:0px;border-collapse:collapse;border:none" data-sheets-root="1"><colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;"><td style="overflow:hidden;padding:2px 3px;" data-sheets-value="{&quot;1&quot;:2,&quot;2&quot;:&quot;Shipment ref&quot;}">Shipment ref</td></tr><tr style="height:21px;"><td>SHP-0100</td></tr><tr style="height:21px;"><td>NOPE-1, part 2</td></tr><tr style="height:21px;"><td>NOPE;3</td></tr><tr style="height:21px;"><td data-sheets-numberformat="{&quot;1&quot;:2,&quot;2&quot;:&quot;0000000&quot;}">0000412</td></tr><tr style="height:36px;"><td>NOPE-5<br/>NOPE-6</td></tr></tbody></table></google-sheets-html-origin>`,
  },
]

/** References of that column, of which one is found. */
export const COPIED_REFERENCES = ['SHP-0100', 'NOPE-1, part 2', 'NOPE;3', '0000412', 'NOPE-5', 'NOPE-6']
