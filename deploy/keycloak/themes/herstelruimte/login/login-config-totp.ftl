<#import "template.ftl" as layout>
<#import "fields.ftl" as fields>
<@layout.registrationLayout displayMessage=!messagesPerField.existsError('totp','userLabel'); section>
  <#if section == "header">
    ${msg("loginTotpTitle")}
  <#elseif section == "form">
    <div data-begin="passkey" hidden>
      <p>${msg("passkeyIntro")} ${msg("passkeyTwice")}</p>
      <p class="buttons"><a class="btn">${msg("webauthn-registration-title")}</a></p>
      <p>${msg("passkeyOr")}</p>
    </div>
    <ol id="kc-totp-settings">
      <li><p>${msg("loginTotpStep1")}</p>
        <ul id="kc-totp-supported-apps"><#list totp.supportedApplications as app><li>${msg(app)}</li></#list></ul></li>
      <#if mode?? && mode == "manual">
      <li><p>${msg("loginTotpManualStep2")}</p>
        <p id="kc-totp-secret-key">${totp.totpSecretEncoded}</p>
        <p><a href="${totp.qrUrl}" id="mode-barcode">${msg("loginTotpScanBarcode")}</a></p></li>
      <li><p>${msg("loginTotpManualStep3")}</p>
        <ul>
          <li id="kc-totp-type">${msg("loginTotpType")}: ${msg("loginTotp." + totp.policy.type)}</li>
          <li id="kc-totp-algorithm">${msg("loginTotpAlgorithm")}: ${totp.policy.getAlgorithmKey()}</li>
          <li id="kc-totp-digits">${msg("loginTotpDigits")}: ${totp.policy.digits}</li>
          <li id="kc-totp-period">${msg("loginTotpInterval")}: ${totp.policy.period}</li>
        </ul></li>
      <#else>
      <li><p>${msg("loginTotpStep2")}</p>
        <img id="kc-totp-secret-qr-code" src="data:image/png;base64,${totp.totpSecretQrCode}" alt="${msg("totpPicture")}">
        <p><a href="${totp.manualUrl}" id="mode-manual">${msg("loginTotpUnableToScan")}</a></p></li>
      </#if>
      <li><p>${msg("loginTotpStep3")}</p></li>
    </ol>
    <form id="kc-totp-settings-form" action="${url.loginAction}" method="post">
      <@fields.input name="totp" label=msg("authenticatorCode") autocomplete="one-time-code" numeric=true/>
      <@fields.input name="userLabel" label=msg("loginTotpDeviceName") hint=msg("loginTotpStep3DeviceName") autocomplete="off"/>
      <input type="hidden" id="totpSecret" name="totpSecret" value="${totp.totpSecret}">
      <#if mode??><input type="hidden" id="mode" name="mode" value="${mode}"></#if>
      <@fields.others/>
      <@fields.submit label=msg("doSubmit") id="saveTOTPBtn"/>
    </form>
  </#if>
</@layout.registrationLayout>
